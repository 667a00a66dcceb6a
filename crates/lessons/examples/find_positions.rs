//! Looks for positions for lessons: in random games (Eclipse), or with some pieces on random cells
//! (Hex Chess) or stones (Hex), those where few moves win by force or few avoid a forced loss. Prints
//! the position, the right moves and a line of play; or says this of a position that is given.
//!
//! `cargo run -p lessons --example find_positions -- eclipse "win 2" 20 1`
//! `cargo run -p lessons --example find_positions -- hexchess "win 2" 20 1 KQkrp`
//! `cargo run -p lessons --example find_positions -- hex "win 2" "2r2/2r2/5/2b2/5 r swap=off"`

use catalog::games::{eclipse, hex, hexchess};
use catalog::{GameName, with_game};
use game::{Dice, Position};
use lessons::tactics::{Tactics, is_safe, is_winning};
use lessons::{Goal, Lesson, Response};

/// At most so many right first moves.
const MOST_RIGHT: usize = 2;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, goal, rest @ ..] = &args[..] else {
        eprintln!("find_positions GAME GOAL COUNT SEED [PIECES], or GAME GOAL POSITION");
        return;
    };
    let game: GameName = game.parse().expect("a game");
    let goal = read_goal(goal);
    if let [position] = rest {
        with_game!(game, P => say(&position.parse::<P>().expect("a position"), &goal));
        return;
    }
    let word = |n: usize| rest.get(n).map_or("", String::as_str);
    let (count, mut dice) =
        (word(0).parse().unwrap_or(10), Dice::new(word(1).parse().unwrap_or(1)));
    match game {
        GameName::Eclipse => search(count, &goal, || eclipse_position(&mut dice)),
        GameName::HexChess => search(count, &goal, || hexchess_position(&mut dice, word(2))),
        GameName::Hex => search(count, &goal, || hex_position(&mut dice, word(2))),
    }
}

fn search<P: Tactics>(count: usize, goal: &Goal, mut next: impl FnMut() -> Option<P>) {
    let mut found = 0;
    while found < count {
        let Some(position) = next().filter(|p| p.outcome().is_none()) else { continue };
        let right = right_moves(&position, goal);
        let few = !right.is_empty() && right.len() <= MOST_RIGHT;
        if few && is_interesting(&position, goal) {
            found += 1;
            say(&position, goal);
        }
    }
}

fn say<P: Tactics>(position: &P, goal: &Goal) {
    println!("position: {position}");
    let right = right_moves(position, goal);
    println!("  right: {right:?} of {}", position.moves().len());
    for mv in right.iter().filter_map(|mv| position.read_move(mv).ok()) {
        println!("  after {mv}: {}", position.after(mv));
    }
    println!("  line: {}", line(position, goal));
}

fn read_goal(text: &str) -> Goal {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |n: usize| words.get(n).and_then(|w: &&str| w.parse().ok()).unwrap_or(1);
    match words.first() {
        Some(&"safe") => Goal::Safe { within: number(1), turns: number(2) },
        _ => Goal::Win(number(1)),
    }
}

fn right_moves<P: Tactics>(position: &P, goal: &Goal) -> Vec<String> {
    let right = |mv: &P::Move| match goal {
        Goal::Safe { within, .. } => is_safe(position, *mv, *within),
        goal => is_winning(position, *mv, goal.turns()),
    };
    position.moves().iter().filter(|mv| right(mv)).map(ToString::to_string).collect()
}

/// Whether a win takes all the moves, and whether somebody who defends cannot win instead.
fn is_interesting<P: Tactics>(position: &P, goal: &Goal) -> bool {
    match goal {
        Goal::Win(_) if P::NAME == "hex" => true,
        Goal::Win(turns) => *turns == 1 || !position.wins_within(turns - 1),
        _ => !position.wins_within(1),
    }
}

/// The reader's first right moves against the hardest replies.
fn line<P: Tactics>(position: &P, goal: &Goal) -> String {
    let game: GameName = P::NAME.parse().expect("a game of the catalog");
    let lesson = Lesson { goal: goal.clone(), ..blank(game) };
    let (mut at, mut said) = (position.clone(), Vec::new());
    for turn in 0..goal.turns() {
        let list = at.moves();
        let text = at.to_string();
        let Some(&mv) = list.iter().find(|mv| lesson.accepts(&text, turn, &mv.to_string())) else {
            break;
        };
        said.push(at.write_move(mv));
        let response = lesson.respond(&text, turn, &mv.to_string());
        at = at.after(mv);
        let Response::GoOn(reply) = response else { break };
        let reply = at.read_move(&reply).expect("a legal reply");
        said.push(at.write_move(reply));
        at = at.after(reply);
    }
    said.join(" ")
}

fn blank(game: GameName) -> Lesson {
    let mut lesson = lessons::lessons(game).remove(0);
    (lesson.replies, lesson.wrong) = (Vec::new(), Vec::new());
    lesson
}

/// A position of a game in which nobody loses at once who can help it.
fn eclipse_position(dice: &mut Dice) -> Option<eclipse::Position> {
    let mut position = eclipse::Position::start(eclipse::Options::Standard);
    for _ in 0..20 + dice.below(60) {
        let list = position.moves();
        let mut mv = dice.choose(&list)?;
        for _ in 0..6 {
            if is_safe(&position, mv, 1) {
                break;
            }
            mv = dice.choose(&list)?;
        }
        position.play_unchecked(mv);
        if position.outcome().is_some() {
            return None;
        }
    }
    Some(position)
}

/// As many stones of both sides as the pieces say, such as `5rrrbbb`, on random cells; Red moves.
fn hex_position(dice: &mut Dice, pieces: &str) -> Option<hex::Position> {
    let size: usize = pieces.get(..1)?.parse().ok()?;
    let rows = scattered(dice, &vec![size; size], &pieces[1..])?;
    format!("{rows} r swap=off").parse().ok()
}

/// Pieces, upper case for White, on random cells; White moves.
fn hexchess_position(dice: &mut Dice, pieces: &str) -> Option<hexchess::Position> {
    let columns = scattered(dice, &[1, 2, 7, 6, 5, 6, 7, 2, 1], pieces)?;
    let parity = if dice.below(2) == 0 { "even" } else { "odd" };
    format!("{columns} w {parity} -").parse().ok()
}

/// Letters on random cells of rows of these lengths, with the gaps between them as numbers.
fn scattered(dice: &mut Dice, lengths: &[usize], letters: &str) -> Option<String> {
    let mut cells = vec![' '; lengths.iter().sum()];
    for letter in letters.chars() {
        let empty: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == ' ').collect();
        cells[dice.choose(&empty)?] = letter;
    }
    let mut rest = &cells[..];
    let mut rows = Vec::new();
    for &length in lengths {
        let (row, after) = rest.split_at(length);
        rest = after;
        let runs = row.chunk_by(|a, b| *a == ' ' && *b == ' ');
        let text =
            |run: &[char]| if run[0] == ' ' { run.len().to_string() } else { run[0].to_string() };
        rows.push(runs.map(text).collect::<String>());
    }
    Some(rows.join("/"))
}
