//! What a room makes of requests: the event that a message becomes, what is appended, what is answered.

use super::room::OpenGame;
use crate::game_event::GameEvent;
use crate::room::Game;
use crate::store::{AccountKind, Append, GameRow, Seated, StoredEvent};
use clock::{Moment, Span};
use protocol::{
    ClientId, EndReason, GameId, GameResult, Person, Player, Refusal, SeatWish, Terms, ToClient,
    ToServer,
};

pub(super) fn game_row(id: GameId, hides: bool, people: [&str; 2]) -> GameRow {
    let seated = |name: &str| {
        let person = Person { name: name.parse().unwrap(), guest: false, bot: false };
        let player = Player { person, rating: None, provisional: true };
        Seated { person: name.to_owned(), kind: AccountKind::Person, player }
    };
    let (game, options) = if hides { ("hexchess", "") } else { ("hex", "size=3 swap=off") };
    let (game, options, time) = (game.into(), options.into(), "3600+0".parse().unwrap());
    let terms = Terms { game, options, time, rated: true, seat: SeatWish::Any };
    let (first, second) = (seated(people[0]), seated(people[1]));
    GameRow { id, terms, first, second, created: Moment(1), came_from: None, finish: None }
}

pub(super) fn busy(id: ClientId) -> ToClient {
    let (game, what) = (None, String::new());
    ToClient::Refused { id: Some(id), game, why: Refusal::Busy, what }
}

/// What a message becomes: a move, or the end of the game by resignation.
pub(super) fn event_of(
    game: &Game,
    person: &str,
    message: &ToServer,
) -> Result<GameEvent, (Refusal, String)> {
    let seat = game.seat_of(person);
    match message {
        ToServer::Play { ply, mv, .. } => match game.read_move(seat, *ply, mv) {
            Ok(mv) => Ok(GameEvent::Played { mv, delay: Span::ZERO }),
            Err(refused) => Err((refused.why, refused.what)),
        },
        _ if game.result.is_some() => Err((Refusal::GameOver, String::new())),
        _ => {
            let winner = seat.map(|side| side.other().into());
            let result = GameResult { winner, why: EndReason::Resignation };
            Ok(GameEvent::Over { result, change: None })
        }
    }
}

/// What `Room::commit` appends.
pub(super) fn append_of(open: &OpenGame, n: u64) -> Append {
    let game = &open.game;
    let new = game.log[n as usize - 1..].iter();
    let events: Vec<StoredEvent> = new.map(|entry| entry.stored.clone()).collect();
    let game_end = game.result.map(|result| game.game_end(result));
    let (plies, deadline, epoch) = (game.board.ply(), game.deadline(), open.epoch);
    Append { game: game.row.id.clone(), n, events, plies, deadline, game_end, epoch }
}
