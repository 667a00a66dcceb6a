//! The laws every game keeps, perft, and the fast rules against the slow ones.

use crate::slow;
use crate::slow::Slow;
use eclipse::{BOARD, Chain, Move, Options, Position, Setup, half_turn};
use game::conformance::{Kit, Oracle};
use game::{Dice, Position as _, Side, perft};
use hexgrid::{Axial, Cell};

const TABLE: &str = include_str!("../../perft.txt");

fn table_positions() -> Vec<Position> {
    perft::table(TABLE).iter().map(|row| row.position.parse().expect("a position")).collect()
}

/// Positions in which the game is over or about to be: one blow from a blocked comet, both comets
/// blocked, no move at all.
const LATE: [&str; 5] = [
    "*28 6-13 43-49 21-36 20-35 19-34 / *22 37-44 18-26 14-29 15-30 16-31 d - standard",
    "*28 6-13 43-49 21-36 20-35 19-34 / *22 37-44 26-27 14-29 15-30 16-31 l g>e tabletop",
    "*28 6-13 43-49 21-36 20-35 19-27 / *22 37-44 1-7 14-29 15-30 16-23 d - tabletop",
    "*36 6-13 43-49 19-34 20-28 21-27 / *12 41-48 4-5 42-47 26-35 18-33 l e>d,h>f,i>c tabletop",
    "*36 6-13 43-49 19-34 20-28 21-27 / *3 41-48 4-5 42-47 26-35 18-33 l e>d,h>f,i>c tabletop",
];

fn starts() -> Vec<Position> {
    let late = LATE.map(|text| text.parse().expect("a position")).to_vec();
    [Options::ALL.map(Position::start).to_vec(), table_positions(), late].concat()
}

/// Every pair of different cells, and pairs of equal ones too.
fn expressible(_: &Position) -> Vec<Move> {
    BOARD.cells().flat_map(|from| BOARD.cells().map(move |to| Move::new(from, to))).collect()
}

fn changed(position: &Position, cell: fn(Cell) -> Cell, chain: fn(Chain) -> Chain) -> Position {
    let old = position.setup();
    let mut new = Setup {
        comets: old.comets.map(cell),
        overlaps: old.overlaps.iter().map(|&(up, low)| (chain(up), chain(low))).collect(),
        ..old.clone()
    };
    for c in Chain::ALL {
        new.chains[chain(c).index()] = old.chains[c.index()].map(cell);
    }
    if chain(Chain::ALL[0]).side() == Side::Second {
        new.comets = new.comets.swapped();
        new.side = new.side.other();
    }
    new.position().expect("a symmetry keeps positions valid")
}

/// The half turn, with the sides changed about.
fn turned(position: &Position) -> Position {
    changed(position, half_turn, |chain| Chain::ALL[(chain.index() + 5) % 10])
}

/// Top and bottom changed about: (x, y) becomes (x, −y), which is (q, r) → (q + r, −r).
fn mirrored(position: &Position) -> Position {
    let mirror = |cell| {
        let Axial { q, r } = BOARD.axial(cell);
        BOARD.cell(Axial::new(q + r, -r)).expect("the board is its own mirror image")
    };
    changed(position, mirror, |chain| chain)
}

/// Chains of one kind and side with other letters.
fn relettered(position: &Position) -> Position {
    let shuffle = [1, 0, 3, 4, 2, 6, 5, 9, 7, 8];
    let other = move |chain: Chain| Chain::ALL[shuffle[chain.index()]];
    let old = position.setup();
    let overlaps = old.overlaps.iter().map(|&(up, low)| (other(up), other(low))).collect();
    let mut new = Setup { overlaps, ..old.clone() };
    for c in Chain::ALL {
        new.chains[other(c).index()] = old.chains[c.index()];
    }
    new.position().expect("letters do not matter")
}

#[test]
fn every_law_holds_under_both_rules() {
    let kit = Kit {
        starts: starts(),
        expressible,
        oracle: Oracle { moves: slow::moves, after: slow::after, outcome: slow::outcome },
        symmetries: vec![turned, mirrored, relettered],
        perft: TABLE,
        vacant: None,
        walks: 8,
        plies: 80,
        express_every: 10,
    };
    kit.run();
}

#[test]
fn symmetries_keep_perft_and_letters_keep_everything() {
    for position in table_positions() {
        for image in [turned(&position), mirrored(&position), relettered(&position)] {
            assert_eq!(image.perft(3), position.perft(3), "{image}");
        }
        let same = relettered(&position);
        assert_ne!(same.to_string(), position.to_string());
        assert_eq!((&same, same.key()), (&position, position.key()));
        assert_eq!(turned(&turned(&position)), position);
    }
    let start = Position::start(Options::Standard);
    assert_eq!(mirrored(&start), start, "the start is its own mirror image but for letters");
    assert_ne!(turned(&start), start, "the other side is to move");
}

#[test]
fn perft_agrees_with_the_table() {
    perft::check_table::<Position>(TABLE, 4_000_000);
}

#[test]
fn the_slow_rules_agree_with_the_table_too() {
    for row in perft::table(TABLE) {
        let slow = Slow::read(&row.position);
        for (i, &count) in row.counts.iter().take(2).enumerate() {
            assert_eq!(slow.perft(i + 1), count, "perft {} of {}", i + 1, row.position);
        }
    }
}

/// The slow rules carry real plies of last moves along; the fast ones must never need them.
#[test]
fn whole_games_agree_with_the_slow_rules() {
    let mut ends = 0;
    for seed in 0..40 {
        let options = Options::ALL[seed as usize % 2];
        let mut dice = Dice::new(seed);
        let mut fast = Position::start(options);
        let mut slow = Slow::start(options == Options::Tabletop);
        for _ in 0..250 {
            assert_eq!(fast.outcome(), slow.outcome(), "{fast}");
            assert_eq!(fast.to_string(), slow.text());
            for chain in Chain::ALL {
                let pinned = slow.pinned(chain.index());
                assert_eq!(fast.pinned().contains(chain), pinned, "{chain} in {fast}");
            }
            let mut moves: Vec<Move> = slow.moves().into_iter().map(slow::as_move).collect();
            let mut listed = fast.moves().into_vec();
            moves.sort_unstable();
            listed.sort_unstable();
            assert_eq!(listed, moves, "{fast}");
            let Some(mv) = dice.choose(&moves) else {
                ends += 1;
                break;
            };
            fast.play_unchecked(mv);
            slow = slow.after(slow::as_spots(mv));
        }
    }
    assert!(ends > 10, "only {ends} of 40 games came to an end");
}

#[test]
fn the_slow_crossings_are_those_of_the_tables() {
    let spots = slow::board();
    let segment = |link: eclipse::Link| link.ends().map(|end| spots[end.index()]);
    for a in eclipse::Link::all() {
        for b in eclipse::Link::all() {
            assert_eq!(a.crosses(b), slow::cross(segment(a), segment(b)), "{a:?} {b:?}");
        }
    }
}

#[test]
fn positions_and_moves_are_small() {
    assert!(size_of::<Position>() <= 64, "{}", size_of::<Position>());
    assert_eq!(size_of::<Move>(), 4);
}
