//! What must hold of any game and any text: games driven by move indices, texts by chance.

use eclipse::{Chain, Kind, Link, Move, Options, Position};
use game::{Key, ParseError, Position as _, Side};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The position after playing the moves with these indices, as far as the game goes.
fn walked(options: Options, indices: &[u16]) -> Position {
    let mut position = Position::start(options);
    for &index in indices {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[usize::from(index) % moves.len()]);
    }
    position
}

fn options() -> impl Strategy<Value = Options> {
    prop_oneof![Just(Options::Standard), Just(Options::Tabletop)]
}

fn positions() -> impl Strategy<Value = Position> {
    (options(), prop::collection::vec(any::<u16>(), 0..120))
        .prop_map(|(options, indices)| walked(options, &indices))
}

/// EC-3.5 spelled out: everything that makes a position, and nothing else.
type Essence = (Vec<String>, BTreeSet<(Side, Kind, Link)>, BTreeSet<(Link, Link)>);

fn essence(position: &Position) -> Essence {
    let facts = vec![
        format!("{:?}", position.side_to_move()),
        format!("{:?}", position.options()),
        format!("{:?}", Side::BOTH.map(|side| position.comet(side))),
    ];
    let chains = Chain::ALL.map(|c| (c.side(), c.kind(), position.link(c)));
    let overlaps = position.overlaps().map(|(up, low)| (position.link(up), position.link(low)));
    (facts, chains.into(), overlaps.collect())
}

fn sound(error: &ParseError, text: &str) {
    assert!(error.at <= text.len(), "{error}: {text}");
    let message = error.to_string();
    assert!(message.len() < 200 && !message.contains('\n'), "{message}");
}

fn try_everything(text: &str) {
    if let Err(error) = text.parse::<Move>() {
        sound(&error, text);
    }
    if let Err(error) = text.parse::<Options>() {
        sound(&error, text);
    }
    if let Err(error) = Position::start(Options::Standard).read_move(text) {
        assert!(error.to_string().len() < 250);
    }
    match text.parse::<Position>() {
        Err(error) => sound(&error, text),
        Ok(position) => {
            assert_eq!(position.check(), Ok(()));
            assert_eq!(position.to_string().parse(), Ok(position.clone()));
            assert_eq!(position.moves().is_empty(), position.outcome().is_some());
        }
    }
}

/// `text` with some of its characters replaced, doubled or taken out.
fn mutated(text: &str, changes: &[(u16, u8, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(place, verb, letter) in changes {
        let place = usize::from(place) % letters.len();
        match verb % 4 {
            0 => letters[place] = letter,
            1 => letters.insert(place, letter),
            2 if letters.len() > 1 => drop(letters.remove(place)),
            _ => letters[place] = *b"0123456789-*/>,ld".get(place % 17).unwrap() as char,
        }
    }
    letters.into_iter().collect()
}

proptest! {
    #[test]
    fn a_position_survives_its_texts(position in positions()) {
        let line: Position = position.to_string().parse().unwrap();
        let drawing: Position = format!("{position:#}").parse().unwrap();
        prop_assert_eq!((&line, line.key()), (&position, position.key()));
        prop_assert_eq!(drawing.to_string(), position.to_string());
        prop_assert_eq!(position.check(), Ok(()));
    }

    #[test]
    fn a_move_survives_being_written(position in positions(), index in any::<prop::sample::Index>()) {
        let moves = position.moves();
        prop_assume!(!moves.is_empty());
        let mv = moves[index.index(moves.len())];
        prop_assert_eq!(position.read_move(&position.write_move(mv)), Ok(mv));
        prop_assert_eq!(position.read_move(&mv.to_string()), Ok(mv));
    }

    #[test]
    fn a_listed_move_keeps_the_count_of_pieces(position in positions()) {
        for &mv in position.moves().iter() {
            let after = position.after(mv);
            prop_assert_eq!(after.occupied().len(), 22);
            prop_assert!(after.occupied().contains(mv.to) && !after.occupied().contains(mv.from));
            prop_assert_eq!(after.side_to_move(), position.side_to_move().other());
        }
    }

    #[test]
    fn the_chain_that_moved_lies_under_nothing(position in positions()) {
        for &mv in position.moves().iter() {
            let after = position.after(mv);
            if let Some(eclipse::Piece::Satellite(chain)) = after.piece(mv.to) {
                prop_assert!(after.pinners(chain).is_empty(), "{} after {mv}", after);
            }
        }
    }

    #[test]
    fn equality_and_keys_are_the_essence(
        options in options(),
        indices in prop::collection::vec(any::<u16>(), 4..40),
        swap in any::<prop::sample::Index>(),
    ) {
        // The same moves in another order: sometimes the same position, sometimes not.
        let one = walked(options, &indices);
        let mut order = indices.clone();
        let at = swap.index(order.len() - 2);
        order.swap(at, at + 2);
        let other = walked(options, &order);
        let same = essence(&one) == essence(&other);
        prop_assert_eq!(one == other, same);
        prop_assert_eq!(one.key() == other.key(), same);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        try_everything(&text);
    }

    #[test]
    fn any_text_of_our_letters_is_read_or_refused(text in "[0-9a-kA-K*@/>, .\\-\nld]{0,120}") {
        try_everything(&text);
    }

    #[test]
    fn a_spoilt_text_is_read_or_refused(
        position in positions(),
        draw in any::<bool>(),
        changes in prop::collection::vec((any::<u16>(), any::<u8>(), any::<char>()), 1..4),
    ) {
        let text = if draw { format!("{position:#}") } else { position.to_string() };
        try_everything(&mutated(&text, &changes));
    }
}

/// Transpositions the table must find: two moves of one side in either order.
#[test]
fn transpositions_are_found() {
    let mut found = 0;
    for seed in 0..200u16 {
        let indices: Vec<u16> =
            (0..20).map(|i| seed.wrapping_mul(31).wrapping_add(i * 7)).collect();
        let position = walked(Options::Standard, &indices);
        for (a, b, c) in triples(&position, usize::from(seed)) {
            let (one, other) = (played(&position, [a, b, c]), played(&position, [c, b, a]));
            let (Some(one), Some(other)) = (one, other) else { continue };
            assert_eq!(one == other, essence(&one) == essence(&other));
            assert_eq!(one == other, one.key() == other.key());
            found += usize::from(one == other);
        }
    }
    assert!(found > 1000, "only {found} transpositions");
}

fn played(position: &Position, moves: [Move; 3]) -> Option<Position> {
    let mut position = position.clone();
    moves.into_iter().try_for_each(|mv| position.play(mv).map_err(|_| ())).ok()?;
    Some(position)
}

fn triples(position: &Position, seed: usize) -> Vec<(Move, Move, Move)> {
    let own = position.moves();
    let mut list = Vec::new();
    for (i, &a) in own.iter().enumerate().step_by(3) {
        let after = position.after(a);
        let replies = after.moves();
        let Some(&b) = replies.get((seed + i) % replies.len().max(1)) else { continue };
        let next = after.after(b);
        list.extend(next.moves().iter().step_by(5).map(|&c| (a, b, c)));
    }
    list
}

/// Every position of a wide tree has its own key.
#[test]
fn different_positions_have_different_keys() {
    let mut keys: std::collections::HashMap<Key, Position> = std::collections::HashMap::new();
    let mut all = vec![Position::start(Options::Standard), Position::start(Options::Tabletop)];
    for _ in 0..3 {
        all = all
            .iter()
            .flat_map(|p| p.moves().iter().map(|&mv| p.after(mv)).collect::<Vec<_>>())
            .collect();
        for position in &all {
            let known = keys.entry(position.key()).or_insert_with(|| position.clone());
            assert_eq!(essence(known), essence(position), "{known} and {position}");
        }
    }
    assert!(keys.len() > 10_000);
}
