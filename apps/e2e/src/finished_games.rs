//! Test data: finished games of some people, for pages about people and the archive.

use crate::Site;
use clock::{Moment, Span};
use protocol::{EndReason, GameResult, Player, Seat, SeatWish, Terms};
use server::game_event::GameEvent;
use server::store::{Append, GameEnd, GameRow, PersonRow, Seated, StoredEvent};
use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 86_400_000;

/// A game that was played: which, on what board, and how.
#[derive(Clone, Copy, Debug)]
pub struct FinishedGame {
    /// Such as `hex`.
    pub game: &'static str,
    /// Such as `size=3 swap=off`.
    pub options: &'static str,
    /// In machine notation.
    pub moves: &'static str,
    /// The winner, if it was not a draw.
    pub winner: Option<Seat>,
    /// By what it ended.
    pub why: EndReason,
}

/// A game of Hex that the first side won by the rules.
pub const HEX: FinishedGame = FinishedGame {
    game: "hex",
    options: "size=3 swap=off",
    moves: "b2 a1 b1 a2 b3",
    winner: Some(Seat::First),
    why: EndReason::Rules,
};
/// A game of Hex that the second side won on a larger board.
const LOST: FinishedGame = FinishedGame {
    game: "hex",
    options: "size=11 swap=on",
    moves: "a3 f6 e7 d8",
    winner: Some(Seat::Second),
    why: EndReason::Resignation,
};
const ECLIPSE: FinishedGame = FinishedGame {
    game: "eclipse",
    options: "",
    moves: "34-5 15-23 5-11",
    winner: Some(Seat::First),
    why: EndReason::Time,
};
const DRAWN: FinishedGame = FinishedGame {
    game: "hex",
    options: "size=5 swap=on",
    moves: "c2 swap",
    winner: None,
    why: EndReason::Agreement,
};

impl Site {
    /// Lets Ann, Bob and the bot Robot have played for some weeks.
    ///
    /// # Panics
    /// If the store refuses.
    pub async fn fill(&self) {
        let since = Moment(now() - 70 * DAY);
        let named = |name: &str| name.parse().expect("a name");
        let ann = self.store.add_account(&named("Ann"), "no hash", since).await.expect("Ann");
        let bob = self.store.add_account(&named("Bob"), "no hash", since).await.expect("Bob");
        let robot = self.store.add_bot(&named("Robot"), &ann.id, since).await.expect("a bot");
        for day in 0..20 {
            let finished = if day % 3 == 1 { LOST } else { HEX };
            self.add_finished_game(finished, (&ann, &bob), 22 - day).await;
        }
        for (finished, pair, day) in
            [(ECLIPSE, (&bob, &ann), 30), (ECLIPSE, (&ann, &robot), 20), (DRAWN, (&ann, &robot), 2)]
        {
            self.add_finished_game(finished, pair, day).await;
        }
    }

    /// Adds a game that two people finished yesterday.
    ///
    /// # Panics
    /// If either name is unknown.
    pub async fn play(&self, finished: FinishedGame, first: &str, second: &str) {
        let first = self.store.named(first).await.expect("an answer").expect("a known name");
        let second = self.store.named(second).await.expect("an answer").expect("a known name");
        self.add_finished_game(finished, (&first, &second), 1).await;
    }

    async fn add_finished_game(
        &self,
        finished: FinishedGame,
        pair: (&PersonRow, &PersonRow),
        days_ago: u64,
    ) {
        let row = self.row(finished, pair, days_ago).await;
        self.store.write(vec![row.insertion(None)]).await.expect("room for a game");
        let rated = row.terms.rated.then(|| {
            let (first, second) = (row.first.person.clone(), row.second.person.clone());
            (first, second, row.terms.game.clone(), row.terms.time.speed())
        });
        let result = GameResult { winner: finished.winner, why: finished.why };
        let events = events(row.created, finished.moves, result);
        let game_end = Some(GameEnd { result, rated });
        let plies = events.len() - 1;
        let append =
            Append { game: row.id, n: 1, events, plies, deadline: None, game_end, epoch: 0 };
        self.store.append(append).await.expect("the game ends");
    }

    async fn row(
        &self,
        finished: FinishedGame,
        pair: (&PersonRow, &PersonRow),
        days_ago: u64,
    ) -> GameRow {
        let time: clock::Control = "300+3".parse().expect("a time");
        // Guests play for nothing.
        let rated = ![pair.0, pair.1].iter().any(|person| person.person().guest);
        let created = Moment(now() - days_ago * DAY);
        let mut seats = Vec::new();
        for person in [pair.0, pair.1] {
            let rating = self.store.rating(&person.id, finished.game, time.speed(), created).await;
            let rating = rating.expect("a rating").rating;
            let provisional = rating.is_provisional();
            let rating = rated.then(|| rating.shown());
            let player = Player { person: person.person(), rating, provisional };
            seats.push(Seated { person: person.id.clone(), kind: person.kind, player });
        }
        let (game, options) = (finished.game.to_owned(), finished.options.to_owned());
        let [first, second]: [Seated; 2] = seats.try_into().expect("two seats");
        GameRow {
            id: server::random::alphanumeric(12).parse().expect("a name"),
            terms: Terms { game, options, time, rated, seat: SeatWish::Any },
            first,
            second,
            created,
            came_from: None,
            finish: None,
        }
    }
}

/// Each move ten seconds after the last, and the end a second later.
fn events(mut at: Moment, moves: &str, result: GameResult) -> Vec<StoredEvent> {
    let mut events: Vec<StoredEvent> = Vec::new();
    for mv in moves.split_whitespace() {
        at = at + Span::seconds(10);
        let event = GameEvent::Played { mv: mv.to_owned(), delay: Span::ZERO };
        events.push(StoredEvent { at, event, client: None });
    }
    let event = GameEvent::Over { result, change: None };
    events.push(StoredEvent { at: at + Span::seconds(1), event, client: None });
    events
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64
}
