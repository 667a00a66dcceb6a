//! Guarantees of the player: proven scores are true, wins in one are taken, swaps are right.

use super::random;
use crate::exhaustive::{ExhaustiveSolver, bits};
use crate::{Player, Settings};
use game::{Dice, Position as _, Record, Side};
use hex::{Move, Options, Position, SwapRule};
use search::{Limits, Score, Search as _};

fn player(seed: u64, lines: usize) -> Player {
    // So low that every position with children is studied.
    Player::new(Settings { memory_mib: 2, lines, seed, prove_after: 3, ..Settings::default() })
}

/// Every proven score of every line, against a search to the end.
fn claims_hold(size: usize, empty: usize, count: u64) -> u64 {
    let mut exhaustive = ExhaustiveSolver::new(size);
    let mut dice = Dice::new(size as u64);
    let mut engine = player(3, 4);
    let mut claims = 0;
    for i in 0..count {
        let (red, blue) = random(&mut dice, size, empty);
        let side = Side::BOTH[dice.below(2)];
        let stones = game::BySide::new(crate::exhaustive::set(red), crate::exhaustive::set(blue));
        let position = Position::setup(size, stones, side, SwapRule::Off).expect("stones fit");
        if position.winner().is_some() {
            continue;
        }
        engine.forget();
        let limits = Limits::nodes(i % 60);
        let report = engine.search(&Record::from_position(position.clone()), &limits, &mut |_| ());
        for line in &report.lines {
            let after = position.after(line.moves[0]);
            let [red, blue] = Side::BOTH.map(|side| bits(after.stones(side)));
            let winner = exhaustive.winner(red, blue, side.other());
            match line.score {
                Score::WinIn(_) => assert_eq!(winner, side, "{} in {position}", line.moves[0]),
                Score::LossIn(_) => assert_ne!(winner, side, "{} in {position}", line.moves[0]),
                _ => continue,
            }
            claims += 1;
        }
    }
    claims
}

/// `POSITIONS=10000` looks at so many, half of them of either size, instead of a few.
#[test]
fn what_is_proven_is_true() {
    let wanted = std::env::var("POSITIONS").ok().and_then(|text| text.parse().ok());
    let each = wanted.unwrap_or(800) / 2;
    let small = claims_hold(4, 70, each);
    let large = claims_hold(5, 45, each);
    println!("{small} and {large} claims hold");
    assert!(small > each && large > each, "only {small} and {large} claims to check");
}

#[test]
fn a_claimed_win_is_kept() {
    let mut dice = Dice::new(11);
    let mut seen = 0;
    for seed in 0..20 {
        let options = Options::new(6, SwapRule::Off).expect("a size");
        let mut record = Record::<Position>::new(options);
        for _ in 0..10 {
            let mv = dice.choose(&record.position().moves()).expect("a move");
            record.play(mv).expect("legal");
        }
        let mut engine = player(seed, 1);
        let mut claimed: Option<Side> = None;
        while record.conclusion().is_none() {
            let side = record.position().side_to_move();
            let report = engine.search(&record, &Limits::nodes(300), &mut |_| ());
            if let (None, Some(Score::WinIn(_))) = (claimed, report.score()) {
                claimed = Some(side);
            }
            let mine = claimed == Some(side);
            let any = dice.choose(&record.position().moves()).expect("a move");
            let mv = if claimed.is_none() || mine { report.best().expect("a move") } else { any };
            record.play(mv).expect("legal");
        }
        if let Some(winner) = claimed {
            seen += 1;
            assert_eq!(record.position().winner(), Some(winner), "{record}");
        }
    }
    assert!(seen > 12, "only {seen} claimed wins to keep");
}

/// The tables of independently solved openings.
const VECTORS: &str = include_str!("../../../../vectors/data/hex_openings.json");

fn table(size: usize) -> Vec<u8> {
    let exhaustive: String = VECTORS.chars().filter(|c| !c.is_whitespace()).collect();
    let board = format!("\"columns\":{size},\"rows\":{size},\"status\"");
    let rest = &exhaustive[exhaustive.find(&board).expect("the board")..];
    let map = &rest[rest.find("\"map\":[").expect("a map") + 7..];
    map[..map.find(']').expect("an end")].bytes().filter(u8::is_ascii_alphabetic).collect()
}

#[test]
fn the_swap_is_right_on_every_solved_board() {
    for size in 3..=7 {
        let table = table(size);
        let options = Options::new(size, SwapRule::On).expect("a size");
        let start = Record::<Position>::new(options);
        let board = start.position().board();
        let mut engine = player(1, 1);
        let first = engine.search(&start, &Limits::nodes(20), &mut |_| ()).best().expect("a move");
        let Move::Place(at) = first else { panic!("nothing to swap") };
        let opened = board.cell(at).expect("a cell");
        assert_eq!(table[opened.index()], b'L', "{first} on {size}×{size} should be swapped");
        for cell in board.cells() {
            let mut record = start.clone();
            record.play(Move::Place(board.axial(cell))).expect("legal");
            engine.forget();
            let answer = engine.search(&record, &Limits::nodes(20), &mut |_| ()).best();
            let swapped = answer == Some(Move::Swap);
            assert_eq!(swapped, table[cell.index()] == b'W', "{record}");
        }
    }
}

#[test]
fn up_to_ten_lines_are_reported_with_other_first_moves() {
    let record = Record::<Position>::new(Options::new(9, SwapRule::Off).expect("a size"));
    let report = player(1, 10).search(&record, &Limits::nodes(2_000), &mut |_| ());
    let mut firsts: Vec<Move> = report.lines.iter().map(|line| line.moves[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 10);
    for line in &report.lines {
        let mut position = record.position().clone();
        for &mv in &line.moves {
            position.play(mv).expect("lines are legal");
        }
    }
}
