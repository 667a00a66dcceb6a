//! The network: equal numbers on every machine, and files that are refused.

use super::format::{Layers, crc32, read};
use super::forward::{Buffers, Trunk};
use super::{Network, NetworkError, NetworkEvaluator};
use game::{Dice, Position as _, Record};
use hex::{Move, Options, Position, SwapRule};

const FILE: &[u8] = include_bytes!("../../network-6x32.bin");

/// Positions of games of random moves on a board of this size.
fn positions(size: usize, count: usize, dice: &mut Dice) -> Vec<Position> {
    let options = Options::new(size, SwapRule::Off).expect("a size");
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::<Position>::new(options);
        let plies = dice.below(size * size);
        while record.ply() < plies && record.conclusion().is_none() {
            let mv = dice.choose(&record.position().moves()).expect("a move");
            record.play(mv).expect("legal");
        }
        found.push(record.position().clone());
    }
    found
}

fn trunk() -> Trunk<16> {
    let layers: Layers = read(FILE).expect("a network");
    (&layers).into()
}

#[test]
fn vector_instructions_compute_the_same_as_scalar_ones() {
    let (trunk, mut dice) = (trunk(), Dice::new(4));
    let mut buffers: [Buffers<16>; 2] = Default::default();
    for size in 3..=19 {
        for position in positions(size, 3, &mut dice) {
            for buffers in &mut buffers {
                buffers.set_position(&position);
            }
            trunk.forward(&mut buffers[0]);
            trunk.forward_scalar(&mut buffers[1]);
            assert_eq!(buffers[0].logits(), buffers[1].logits(), "{position}");
        }
    }
}

/// Positions of several sizes, for both sides to move.
const POSITIONS: [&str; 6] = [
    "3/1r1/3 b swap=off",
    "5/2b2/2r2/5/5 r swap=off",
    "7/2b4/7/1r5/5b1/7/3r3 b swap=off",
    "11/11/8b2/11/4r6/11/11/3b7/11/11/11 r swap=off",
    "13/13/10b2/13/3r9/13/6rb5/13/5b7/9r3/13/2b10/13 b swap=off",
    "19/19/15r3/19/19/6b12/19/8r10/19/9rb8/19/19/19/12b6/19/3r15/19/19/19 r swap=off",
];

/// Checksum of the outputs of the network in the tree.
const CHECKSUM: u32 = 0x2419_f3dd;

/// `integer_forward` of `training/hex/export.py` computes the same checksum with another program.
#[test]
fn outputs_are_the_same_everywhere() {
    let mut bytes = Vec::new();
    let mut evaluator = NetworkEvaluator::new(&Network::default());
    for text in POSITIONS {
        let logits = evaluator.forward(&text.parse().expect("a position"));
        let numbers = logits.moves.as_flattened().iter().chain([&logits.value]);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    }
    assert_eq!(crc32(&bytes), CHECKSUM, "outputs changed");
}

#[test]
fn both_sides_see_the_same() {
    let here: Position = "7/2b4/7/1r5/5b1/7/3r3 b swap=off".parse().expect("a position");
    // The board in its long diagonal, and the colours exchanged.
    let mirrored: Position = "7/3b3/1r5/6b/7/4r2/7 r swap=off".parse().expect("a position");
    let mut evaluator = NetworkEvaluator::new(&Network::default());
    let mut look = |position: &Position| {
        let (moves, mut priors) = (position.moves(), Vec::new());
        let value = evaluator.evaluate(position, &moves, &mut priors);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        (value, moves.iter().copied().zip(priors).collect::<Vec<_>>())
    };
    let ((value, moves), (other_value, others)) = (look(&here), look(&mirrored));
    assert!((value - other_value).abs() < 1e-9);
    for (mv, prior) in moves {
        let Move::Place(at) = mv else { continue };
        let other = Move::Place(hexgrid::Axial::new(at.r, at.q));
        let found = others.iter().find(|(mv, _)| *mv == other).expect("the same move");
        assert!((found.1 - prior).abs() < 1e-6, "{mv} {other}");
    }
}

#[test]
fn a_bridge_is_saved_and_a_won_game_is_seen() {
    let mut evaluator = NetworkEvaluator::new(&Network::default());
    let mut priors = Vec::new();
    let threatened: Position =
        "11/11/11/5r5/5b5/4r6/11/11/11/11/11 r swap=off".parse().expect("a position");
    let moves = threatened.moves();
    evaluator.evaluate(&threatened, &moves, &mut priors);
    let best = moves.iter().zip(&priors).max_by(|a, b| a.1.total_cmp(b.1)).map(|(mv, _)| mv);
    assert_eq!(best.map(ToString::to_string).as_deref(), Some("e5"));
    let joined = "11/6r4/11/5r5/11/4r6/11/3r7/11/2r8/5b1b1b1 r swap=off";
    for (text, is_won) in [(joined, true), (&joined.replace(" r ", " b "), false)] {
        let position: Position = text.parse().expect("a position");
        let value = evaluator.evaluate(&position, &position.moves(), &mut priors);
        assert_eq!(value > 0.5, is_won, "{text}: {value}");
    }
}

#[test]
fn damaged_files_are_refused() {
    let refused = |bytes: &[u8]| Network::from_bytes(bytes).err();
    assert_eq!(refused(FILE), None);
    assert_eq!(refused(&[]), Some(NetworkError::Unknown));
    assert_eq!(refused(b"HEXNET"), Some(NetworkError::Damaged));
    assert_eq!(refused(&FILE[..FILE.len() - 1]), Some(NetworkError::Damaged));
    for at in [7, 11, 500, FILE.len() / 2, FILE.len() - 1] {
        let mut other = FILE.to_vec();
        other[at] ^= 4;
        assert_eq!(refused(&other), Some(NetworkError::Damaged), "byte {at}");
    }
    let sealed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut body = FILE[..FILE.len() - 4].to_vec();
        change(&mut body);
        let checksum = crc32(&body);
        body.extend(checksum.to_le_bytes());
        refused(&body)
    };
    assert_eq!(sealed(&|body| body[6] = 2), Some(NetworkError::Version(2)));
    assert_eq!(sealed(&|body| body[8] = 20), Some(NetworkError::Channels(20)));
    assert_eq!(sealed(&|body| body.push(0)), Some(NetworkError::Damaged));
    assert_eq!(sealed(&|body| body[11] = 40), Some(NetworkError::OutOfRange), "a shift");
}
