//! Looks for positions for lessons: in random games, or with some pieces on random cells of a position, those
//! where few moves win by force or few avoid a forced loss. Prints the position, the right moves and a line of
//! play; or says this of a position that is given.
//!
//! `cargo run -p lessons --example find_positions -- eclipse "win 2" 20 1`
//! `cargo run -p lessons --example find_positions -- hexchess "win 2" 20 1 "1/2/7/6/5/6/7/2/1 w even -" KQkrp`
//! `cargo run -p lessons --example find_positions -- hex "win 2" "2r2/2r2/5/2b2/5 r swap=off"`

use catalog::{GameName, with_game};
use game::Dice;
use game::conformance::{pack_row, unpack_row};
use lessons::{Goal, Lesson, Response};
use scene::{Teach, is_safe, is_winning};

/// At most so many right first moves.
const MOST_RIGHT: usize = 2;

/// Plies of a random game: at least so many, and less than so many more.
const PLIES: (usize, usize) = (20, 60);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, goal, rest @ ..] = &args[..] else {
        eprintln!("find_positions GAME GOAL COUNT SEED [POSITION PIECES], or GAME GOAL POSITION");
        return;
    };
    let game: GameName = game.parse().expect("a game");
    with_game!(game, P => find::<P>(&read_goal(goal), rest));
}

fn find<P: Teach>(goal: &Goal, args: &[String]) {
    let read = |text: &String| text.parse().expect("a number");
    match args {
        [position] => say(&position.parse::<P>().expect("a position"), goal),
        [count, seed] => {
            let mut dice = Dice::new(read(seed));
            search(read(count) as usize, goal, || from_random_game::<P>(&mut dice));
        }
        [count, seed, position, pieces] => {
            let mut dice = Dice::new(read(seed));
            let next = || scattered(&mut dice, position, pieces)?.parse::<P>().ok();
            search(read(count) as usize, goal, next);
        }
        _ => eprintln!("expected COUNT SEED, COUNT SEED POSITION PIECES, or a position"),
    }
}

fn search<P: Teach>(count: usize, goal: &Goal, mut next: impl FnMut() -> Option<P>) {
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

fn say<P: Teach>(position: &P, goal: &Goal) {
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

fn right_moves<P: Teach>(position: &P, goal: &Goal) -> Vec<String> {
    let right = |mv: &P::Move| match goal {
        Goal::Safe { within, .. } => is_safe(position, *mv, *within),
        goal => is_winning(position, *mv, goal.turns()),
    };
    position.moves().iter().filter(|mv| right(mv)).map(ToString::to_string).collect()
}

/// Whether a win takes all the moves, and whether a defending opponent cannot win instead.
fn is_interesting<P: Teach>(position: &P, goal: &Goal) -> bool {
    match goal {
        // Without draws one side always wins, and every winning move is right.
        Goal::Win(_) if !P::HAS_DRAWS => true,
        Goal::Win(turns) => *turns == 1 || !position.wins_within(turns - 1),
        _ => !position.wins_within(1),
    }
}

/// The reader's first right moves against the hardest replies.
fn line<P: Teach>(position: &P, goal: &Goal) -> String {
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

/// A position of a game in which both sides avoid losing at once.
fn from_random_game<P: Teach>(dice: &mut Dice) -> Option<P> {
    let mut position = P::start(P::Options::default());
    for _ in 0..PLIES.0 + dice.below(PLIES.1) {
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

/// The text of a position in rows of letters, with more letters on random empty cells.
fn scattered(dice: &mut Dice, position: &str, letters: &str) -> Option<String> {
    let (rows, rest) = position.split_once(' ')?;
    let mut rows: Vec<Vec<char>> = rows.split('/').map(unpack_row).collect();
    for letter in letters.chars() {
        let all = rows.iter().enumerate().flat_map(|(r, row)| (0..row.len()).map(move |c| (r, c)));
        let empty: Vec<(usize, usize)> = all.filter(|&(r, c)| rows[r][c] == '.').collect();
        let (r, c) = dice.choose(&empty)?;
        rows[r][c] = letter;
    }
    let rows: Vec<String> = rows.iter().map(|row| pack_row(row)).collect();
    Some(format!("{} {rest}", rows.join("/")))
}
