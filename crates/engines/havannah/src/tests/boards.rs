//! The playout board against the rules.

use crate::board::Board;
use crate::geometry::Geometry;
use game::{Dice, Position as _, Record};
use havannah::{Options, Position, SwapRule};

/// A random game, in which every cell is judged by both before each move.
fn compare(side: usize, dice: &mut Dice) -> (usize, usize) {
    let mut record = Record::<Position>::new(Options::new(side, SwapRule::Off).expect("a size"));
    let geometry = Geometry::of(side);
    let mut board = Board::new(geometry);
    let (mut wins, mut plies) = (0, 0);
    while record.position().outcome().is_none() {
        let position = record.position();
        let mover = position.side_to_move();
        for mv in position.moves().iter() {
            let place = crate::position_board::place_of(position, *mv).expect("a place");
            let after = position.after(*mv);
            let won = after.outcome().and_then(game::Outcome::winner) == Some(mover);
            assert_eq!(board.wins_at(place, mover), won, "{mv} in {position}");
            wins += usize::from(won);
        }
        let mv = dice.choose(&position.moves()).expect("a move");
        let place = crate::position_board::place_of(position, mv).expect("a place");
        let wins = board.place(place, mover).wins;
        record.play(mv).expect("legal");
        assert_eq!(wins, record.position().outcome().is_some_and(|o| o.winner().is_some()));
        plies += 1;
    }
    (wins, plies)
}

#[test]
fn wins_are_those_of_the_rules() {
    let mut dice = Dice::new(3);
    for (side, games) in [(4, 300), (5, 100), (6, 40), (8, 10), (10, 4)] {
        let counts: Vec<_> = (0..games).map(|_| compare(side, &mut dice)).collect();
        let wins: usize = counts.iter().map(|count| count.0).sum();
        assert!(wins > games, "only {wins} wins to find on {side}");
    }
}
