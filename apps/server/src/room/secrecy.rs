//! Non-interference (HC-5.3) as a property: two games of Hex Chess that differ only in which of one
//! side's horses is the fool, played move by move until that horse falls. Whatever leaves a room for
//! the other side or for watchers is the same, byte for byte: events, snapshots, refusals, what bots
//! are streamed, and what the house's players are given.

use super::game::Game;
use crate::api::Follow;
use crate::deed::Deed;
use crate::line::encode;
use crate::store::{GameRow, Kept, Seated};
use bots::InformationSet;
use catalog::games::hexchess::{Kind, Lineup, Move, Phase, Piece, Position};
use clock::{Moment, Span};
use game::{Dice, MoveList, Position as _, Record, Side};
use proptest::prelude::*;
use protocol::{Line, Offer, Person, Player, Room, SeatWish, Terms, ToClient};
use std::fmt::Write as _;

fn new_game() -> Game {
    let seated = |name: &str| {
        let person = Person { name: name.parse().unwrap(), guest: true, bot: false };
        let player = Player { person, rating: None, provisional: true };
        Seated { person: name.to_owned(), player }
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

    fn happen(&mut self, deed: Deed) -> bool {
        let at = Moment(2 + self.game.latest() * 900);
        self.game.apply(Kept { at, deed, client: None }).is_ok()
    }

    fn play(&mut self, mv: Move) -> bool {
        let legal = self.record.play(mv).is_ok();
        let played = self.happen(Deed::Played { mv: mv.to_string(), delay: Span(7) });
        assert_eq!(legal, played);
        played
    }

    /// All that is sent to whoever sits at `seat` from event `n` on, as it is sent, and all they
    /// can provoke.
    fn told(&mut self, n: u64, seat: Option<Side>, tried: &str) -> String {
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
        let stands = self.game.board.ply() as u32;
        let mut refused = self.game.may_play(seat, stands).map(|_| ());
        if refused.is_ok() {
            let deed = Deed::Played { mv: tried.to_owned(), delay: Span::ZERO };
            refused = self.game.apply(Kept { at: Moment(u64::MAX / 2), deed, client: None });
        }
        let _ = writeln!(told, "{refused:?}");
        told
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

/// The index picks a step, or a single placement, or one time in six a whole line-up.
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

/// A move that cannot be made, to hear why.
fn illegal(position: &Position, index: u16) -> String {
    let (from, to) = (index % 37 + 1, index / 37 % 37 + 1);
    let text = format!("{from}-{to}");
    match text.parse::<Move>() {
        Ok(mv) if position.is_legal(mv) => "nonsense".into(),
        _ => text,
    }
}

/// What happens besides moves, now and then.
fn aside(index: u16, side: Side) -> Option<Deed> {
    match index % 11 {
        0 => {
            let name = "Ann".parse().unwrap();
            Some(Deed::Said(Line { name, room: Room::Players, text: "well".into() }))
        }
        1 => Some(Deed::Offered { seat: side.into(), offer: Offer::Draw }),
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
        // Whether the fool stands there matters to the rules before it is seen to: no twins.
        if !other.play(twin) || other.record.conclusion() != one.record.conclusion() {
            return ply;
        }
        for world in [&mut one, &mut other] {
            if let Some(deed) = aside(index, owner) {
                world.happen(deed);
            }
        }
        if one.record.conclusion().is_some() {
            return ply;
        }
        let tried = illegal(one.record.position(), index.rotate_left(5));
        for seat in [Some(owner.other()), None] {
            let told = one.told(news, seat, &tried);
            assert_eq!(told, other.told(news, seat, &tried), "ply {ply}");
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
    let mut told = |seat, tried| [&mut one, &mut other].map(|world| world.told(1, seat, tried));
    let [knight, fool] = told(Some(Side::First), "");
    assert_ne!(knight, fool);
    let [knight, fool] = told(Some(Side::Second), "1-2");
    assert_eq!(knight, fool);
}
