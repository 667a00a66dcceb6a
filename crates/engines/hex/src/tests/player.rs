//! Guarantees of the player: proven scores are true, wins in one are taken, swaps are right.

use super::random;
use crate::exhaustive::{ExhaustiveSolver, bits};
use crate::{Knowledge, Player, Settings};
use game::{Dice, Position as _, Record, Side};
use hex::{Move, Options, Position, SwapRule};
use search::{Limits, Score, Search as _};

fn player(seed: u64, lines: usize) -> Player {
    player_with(Knowledge::Full, seed, lines)
}

fn player_with(knowledge: Knowledge, seed: u64, lines: usize) -> Player {
    // So low that every position with children is studied.
    let early = Settings { prove_after: 3, puct_prove_after: 2, ..Settings::default() };
    Player::new(Settings { memory_mib: 2, lines, seed, knowledge, ..early })
}

/// Every proven score of every line, against a search to the end.
fn claims_hold(knowledge: Knowledge, size: usize, empty: usize, count: u64) -> u64 {
    let mut exhaustive = ExhaustiveSolver::new(size);
    let mut dice = Dice::new(size as u64);
    let mut engine = player_with(knowledge, 3, 4);
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
    for knowledge in [Knowledge::Network, Knowledge::Playouts] {
        let small = claims_hold(knowledge, 4, 70, each);
        let large = claims_hold(knowledge, 5, 45, each);
        println!("{small} and {large} claims hold");
        assert!(small > each && large > each, "only {small} and {large} claims to check");
    }
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

#[test]
fn lines_are_in_the_order_of_their_scores() {
    let mut out_of_order = 0;
    for text in
        ["7/7/2b4/3r3/7/7/7 r swap=off", "5/2b2/2r2/5/5 r swap=off", "6/6/3r2/6/6/6 b swap=on"]
    {
        let record = Record::from_position(text.parse::<Position>().expect("a position"));
        let mut check = |report: &search::Report<Move>| {
            out_of_order += usize::from(!report.lines.is_sorted_by(|a, b| a.score >= b.score));
        };
        for nodes in [40, 400, 3_000] {
            let last = player(1, 8).search(&record, &Limits::nodes(nodes), &mut check);
            check(&last);
        }
    }
    assert_eq!(out_of_order, 0);
}

/// With the swap rule a first move is worth the less, the more it wins or loses without it.
#[test]
fn the_empty_board_is_searched_and_hopeless_first_moves_are_not_named() {
    let record = Record::<Position>::new(Options::new(11, SwapRule::On).expect("a size"));
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let limits = Limits::default().with_stop(stop.clone());
    let mut rounds = Vec::new();
    let report = player(1, 4).search(&record, &limits, &mut |report| {
        rounds.push(report.nodes);
        stop.store(rounds.len() == 3, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(rounds.len() == 3 && rounds.is_sorted_by(|a, b| a < b), "{rounds:?}");
    assert!(rounds[0] <= 2_000, "the first line comes soon: {rounds:?}");
    let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
    let is_fair = |score: &Score| matches!(score, Score::Chance(300..=500));
    assert!(scores.len() == 4 && scores.iter().all(is_fair), "{scores:?}");
    assert!(report.lines.iter().all(|line| line.visits > Some(0)), "all were searched");
    for line in &report.lines {
        assert!(!["b1", "j11"].contains(&line.moves[0].to_string().as_str()), "{report:?}");
    }
}
