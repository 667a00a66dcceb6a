//! Non-interference (HC-5.3) as a property: two games of Hex Chess that differ only in which of one
//! side's horses is the fool, played move by move until that horse falls. Whatever leaves a room for
//! the other side or for watchers is the same, byte for byte: events, snapshots, refusals, what bots
//! are streamed, and what computer players are given. Every text that can be sent as a move is
//! answered the same.

#[path = "../../tests/online/support/texts.rs"]
mod texts;

use super::game::{Game, Refused};
use crate::api::Follow;
use crate::connection::encode;
use crate::game_event::GameEvent;
use crate::store::{AccountKind, GameRow, Seated, StoredEvent};
use bots::InformationSet;
use catalog::games::hexchess::{Kind, Lineup, Move, Phase, Piece, Position};
use clock::{Moment, Span};
use game::{Dice, MoveList, Position as _, Record, Side};
use proptest::prelude::*;
use protocol::{ChatMessage, Offer, Person, Player, Room, SeatWish, Terms, ToClient};
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn new_game() -> Game {
    let seated = |name: &str| {
        let person = Person { name: name.parse().unwrap(), guest: true, bot: false };
        let player = Player { person, rating: None, provisional: true };
        Seated { person: name.to_owned(), kind: AccountKind::Guest, player }
    };
    let time = "600+5".parse().unwrap();
    let (game, options) = ("hexchess".into(), String::new());
    let terms = Terms { game, options, time, rated: false, seat: SeatWish::Any };
    let (id, created) = ("secret".parse().unwrap(), Moment(1));
    let (first, second) = (seated("Ann"), seated("Bob"));
    Game::new(GameRow { id, terms, first, second, created, came_from: None, finish: None }).unwrap()
}

/// A room's game, with the record that moves are chosen from.
struct World {
    game: Game,
    record: Record<Position>,
}

impl World {
    fn new() -> Self {
        let record = Record::new(catalog::games::hexchess::Options);
        Self { game: new_game(), record }
    }

    fn apply_and_commit(&mut self, event: GameEvent) -> bool {
        let at = Moment(2 + self.game.latest() * 900);
        self.game.apply(StoredEvent { at, event, client: None }).is_ok()
    }

    fn play(&mut self, mv: Move) -> bool {
        let legal = self.record.play(mv).is_ok();
        let played =
            self.apply_and_commit(GameEvent::Played { mv: mv.to_string(), delay: Span(7) });
        assert_eq!(legal, played);
        played
    }

    /// All that is sent to whoever sits at `seat` from event `n` on, as it is sent, and all they
    /// can provoke.
    fn everything_sent(&self, n: u64, seat: Option<Side>, tried: &[String]) -> String {
        let mut told = String::new();
        let (mut follow, full) = Follow::begin(&self.game.snapshot(seat, None, Moment(9)));
        let _ = writeln!(told, "{full}");
        for n in n..=self.game.latest() {
            let event = self.game.event(n, seat).unwrap();
            let _ = writeln!(told, "{:?}", follow.event(&event));
            let _ = writeln!(told, "{}", encode(&ToClient::Event(event)));
        }
        let snapshot = self.game.snapshot(seat, None, Moment(9));
        let _ = writeln!(told, "{}", encode(&ToClient::Snapshot(Box::new(snapshot))));
        for text in tried {
            let _ = writeln!(told, "{text} {:?}", self.answer(seat, text));
        }
        told
    }

    /// What a text is answered that is sent as a move.
    fn answer(&self, seat: Option<Side>, text: &str) -> Result<String, Refused> {
        self.game.read_move(seat, self.game.board.ply() as u32, text)
    }

    /// Whether the true position takes a move that was read.
    fn takes(&mut self, mv: &str) -> bool {
        let taken = self.game.board.play(mv).is_ok();
        if taken {
            self.game.board.undo();
        }
        taken
    }
}

fn exchanged(mv: Move) -> Move {
    let other = |kind| match kind {
        Kind::Fool => Kind::Knight,
        Kind::Knight => Kind::Fool,
        kind => kind,
    };
    match mv {
        Move::Step { .. } => mv,
        Move::Place { kind, cell } => Move::Place { kind: other(kind), cell },
        Move::PlaceAll(lineup) => {
            let kinds: Vec<Kind> = lineup.iter().map(other).collect();
            Move::PlaceAll(Lineup::new(&kinds).unwrap())
        }
    }
}

/// The index picks a step, or a single placement, or one time in six a whole connection-up.
fn chosen(position: &Position, index: u16) -> Move {
    let mut list = MoveList::new();
    if position.phase() == Phase::Setup && !index.is_multiple_of(6) {
        position.setup_placements(&mut list);
    } else {
        position.legal_moves(&mut list);
    }
    list[Dice::new(index.into()).below(list.len())]
}

fn horse_falls(position: &Position, mv: Move, side: Side) -> bool {
    let horses = [Kind::Knight, Kind::Fool].map(|kind| Piece::new(side, kind));
    position.effects(mv).fallen().any(|piece| horses.contains(&piece))
}

/// Some texts to be tried: a few ways to write the step between two cells, whatever is there.
fn tried(index: u16) -> Vec<String> {
    let (from, to) = (usize::from(index % 37 + 1), usize::from(index / 37 % 37 + 1));
    texts::steps_between(from, to).step_by(9).chain(texts::garbage().take(4)).collect()
}

/// What happens besides moves, now and then.
fn aside(index: u16, side: Side) -> Option<GameEvent> {
    match index % 11 {
        0 => {
            let name = "Ann".parse().unwrap();
            Some(GameEvent::Chat(ChatMessage { name, room: Room::Players, text: "well".into() }))
        }
        1 => Some(GameEvent::Offered { seat: side.into(), offer: Offer::Draw }),
        _ => None,
    }
}

/// Plays both worlds until the secret comes out; how many plies that took.
fn play_twins(indices: &[u16], owner: Side) -> usize {
    let (mut one, mut other) = (World::new(), World::new());
    for (ply, &index) in indices.iter().enumerate() {
        let position = one.record.position();
        if position.outcome().is_some() || one.record.conclusion().is_some() {
            return ply;
        }
        let news = one.game.latest() + 1;
        let mv = chosen(position, index);
        if horse_falls(position, mv, owner) {
            return ply;
        }
        let twin = if position.side_to_move() == owner { exchanged(mv) } else { mv };
        assert!(one.play(mv));
        assert!(other.play(twin), "a move is legal whatever is hidden");
        assert_eq!(other.record.conclusion(), one.record.conclusion(), "ply {ply}");
        for world in [&mut one, &mut other] {
            if let Some(event) = aside(index, owner) {
                world.apply_and_commit(event);
            }
        }
        if one.record.conclusion().is_some() {
            return ply;
        }
        let tried = tried(index.rotate_left(5));
        for seat in [Some(owner.other()), None] {
            let told = one.everything_sent(news, seat, &tried);
            assert_eq!(told, other.everything_sent(news, seat, &tried), "ply {ply}");
        }
        if one.record.position().side_to_move() == owner.other() {
            assert_eq!(
                InformationSet::of(&one.record),
                InformationSet::of(&other.record),
                "ply {ply}"
            );
        }
    }
    indices.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn nothing_that_leaves_a_room_tells_a_knight_from_a_fool(
        indices in proptest::collection::vec(any::<u16>(), 12..30),
        owner in any::<bool>(),
    ) {
        play_twins(&indices, if owner { Side::First } else { Side::Second });
    }
}

/// The property is about something: games do go on for a while before anything is revealed, and
/// what the owner is told does differ.
#[test]
fn the_twins_are_not_the_same_game() {
    let long = (0..16).filter(|&seed| {
        let mut dice = Dice::new(seed);
        let indices: Vec<u16> = (0..30).map(|_| dice.below(1 << 16) as u16).collect();
        play_twins(&indices, Side::First) >= 14
    });
    assert!(long.count() >= 4, "too few games outlast the setup");
    let (mut one, mut other) = (World::new(), World::new());
    assert!(one.play("all:KCDGN".parse().unwrap()) && other.play("all:KCDGF".parse().unwrap()));
    let told = |seat| [&one, &other].map(|world| world.everything_sent(1, seat, &tried(7)));
    let [knight, fool] = told(Some(Side::First));
    assert_ne!(knight, fool);
    let [knight, fool] = told(Some(Side::Second));
    assert_eq!(knight, fool);
}

/// Games with one horse and with two, in the setup and after it, as the same moves lead to them when
/// knight and fool are exchanged. It is the other side's turn. Every so many texts are tried: in the
/// setup each is compared with thousands of line-ups, and steps are all alike.
const SCRIPTS: [(&str, usize); 5] = [
    ("all:KCDGF", 23),
    ("N@4", 23),
    ("all:KCDGF all:KCDGB 28-24", 5),
    ("N@4 K@10 F@28 C@34 all:KDG all:QDR 28-24 20-19 4-13", 1),
    ("all:KCDGB all:KCFGN 18-19 34-25", 5),
];

/// Two games that look the same to whoever is to move.
fn twins(script: &str) -> [World; 2] {
    let mut twins = [World::new(), World::new()];
    let owner = script.split(' ').position(|text| text.contains('F') || text.contains('N'));
    for (ply, text) in script.split(' ').enumerate() {
        let mv: Move = text.parse().unwrap();
        assert!(twins[0].play(mv), "{text}");
        let own = Some(ply % 2) == owner.map(|owner| owner % 2);
        assert!(twins[1].play(if own { exchanged(mv) } else { mv }), "{text}");
    }
    twins
}

/// Every step that the notation can name (131,424 of them), every other form, small letters, spaces
/// and marks, and garbage.
fn every_text() -> BTreeSet<String> {
    let cells = || texts::CELLS;
    let steps = cells().flat_map(|from| cells().flat_map(move |to| texts::steps_between(from, to)));
    let loose = texts::steps_between(34, 19).flat_map(|text| {
        let spaced: String = text.chars().flat_map(|c| [c, ' ']).collect();
        let (mark, number) = (format!("{text}!"), format!("1. {text}"));
        [text.to_lowercase(), spaced, mark, number, format!("\t{text}\n")]
    });
    steps.chain(texts::placements()).chain(texts::garbage()).chain(loose).collect()
}

#[test]
fn every_text_is_answered_the_same_whatever_is_hidden() {
    let texts = every_text();
    let (mut asked, mut legal) = (0, 0);
    for (script, every) in SCRIPTS {
        let mut twins = twins(script);
        assert_ne!(twins[0].record.position(), twins[1].record.position(), "{script}");
        let mover = twins[0].record.position().side_to_move();
        for text in texts.iter().step_by(every) {
            let [one, other] = [0, 1].map(|i| twins[i].answer(Some(mover), text));
            assert_eq!(one, other, "{script}: {text}");
            asked += 1;
            if let Ok(mv) = one {
                legal += 1;
                assert!(twins.iter_mut().all(|twin| twin.takes(&mv)), "{script}: {text}");
            }
        }
    }
    println!("{} texts, {asked} answers compared, {legal} of them moves", texts.len());
    assert!(texts.len() > 130_000 && legal > 50, "{} texts, {legal} moves", texts.len());
}
