//! Games that others played to the end, and the structure that ended each.

use game::{Record, Side};
use havannah::{Options, Position, SwapRule, WinKind};

const GAMES: &str = include_str!("../data/golden.txt");

#[test]
fn the_last_stone_of_a_game_wins_and_no_stone_before_it() {
    let mut kinds = Vec::new();
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let (head, moves) = line.split_once(" : ").unwrap();
        let words: Vec<&str> = head.split(' ').collect();
        let options = Options::new(words[1].parse().unwrap(), SwapRule::On).unwrap();
        let mut record = Record::<Position>::new(options);
        for mv in moves.split(' ') {
            record.play_text(mv).unwrap_or_else(|error| panic!("game {}: {error}", words[0]));
        }
        let win = record.position().win().unwrap_or_else(|| panic!("game {} goes on", words[0]));
        let winner = if win.side == Side::First { "w" } else { "b" };
        assert_eq!((win.kind.name(), winner), (words[2], words[3]), "game {}", words[0]);
        assert_eq!(record.to_string().parse(), Ok(record));
        kinds.push(win.kind);
    }
    for kind in [WinKind::Ring, WinKind::Bridge, WinKind::Fork] {
        assert!(kinds.contains(&kind), "{kind:?}");
    }
}
