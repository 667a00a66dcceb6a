//! What a lesson answers to a move: right and solved, right and the opponent's answer, or wrong and
//! why.

use crate::lesson::{Goal, Lesson, fits};
use catalog::with_game;
use game::{Outcome, Side, Viewer};
use scene::{Depict, Teach, is_safe, is_winning};

/// The answer to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// The lesson is solved.
    Solved,
    /// The move is right; the opponent makes this one, in machine notation, and the reader goes on.
    GoOn(String),
    /// The move is wrong.
    Wrong {
        /// Why, in a sentence.
        reason: String,
        /// The opponent's answer that shows it, in machine notation.
        reply: Option<String>,
    },
}

/// How deep the opponent's punishment of a wrong move is looked for.
const PUNISHED_WITHIN: usize = 2;

impl Lesson {
    /// The answer to the reader's move `mv`, in machine notation, in `position`, after `turn` right
    /// moves.
    ///
    /// # Panics
    /// If the position is not one of the lesson's game, or the move not legal there.
    pub fn respond(&self, position: &str, turn: usize, mv: &str) -> Response {
        with_game!(self.game, P => {
            let position: P = position.parse().expect("a position of this game");
            let mv = mv.parse().expect("a move of this game");
            self.answer(&position, turn, mv)
        })
    }

    /// Whether `mv` is right in `position`, after `turn` right moves.
    ///
    /// # Panics
    /// If the position is not one of the lesson's game, or the move not legal there.
    pub fn accepts(&self, position: &str, turn: usize, mv: &str) -> bool {
        with_game!(self.game, P => {
            let position: P = position.parse().expect("a position of this game");
            self.is_right(&position, turn, mv.parse().expect("a move of this game"))
        })
    }

    fn answer<P: Teach>(&self, position: &P, turn: usize, mv: P::Move) -> Response {
        let after = position.after(mv);
        if !self.is_right(position, turn, mv) {
            return self.refuse(&after, turn, &mv.to_string());
        }
        if after.outcome().is_some() || turn + 1 >= self.goal.turns() {
            return Response::Solved;
        }
        let scripted = self.replies.get(turn).and_then(|reply| after.read_move(reply).ok());
        match scripted.or_else(|| self.hardest_reply(&after, turn + 1)) {
            Some(reply) => Response::GoOn(reply.to_string()),
            None => Response::Solved,
        }
    }

    fn is_right<P: Teach>(&self, position: &P, turn: usize, mv: P::Move) -> bool {
        match &self.goal {
            Goal::Listed(turns) => {
                let text = mv.to_string();
                turns.get(turn).is_some_and(|list| list.iter().any(|p| fits(p, &text)))
            }
            Goal::Win(turns) => is_winning(position, mv, turns.saturating_sub(turn)),
            Goal::Safe { within, .. } => is_safe(position, mv, *within),
        }
    }

    /// The opponent's answer that leaves the reader the fewest right moves; of a lost game the one
    /// that lasts longest.
    fn hardest_reply<P: Teach>(&self, position: &P, turn: usize) -> Option<P::Move> {
        let cost = |&mv: &P::Move| {
            let after = position.after(mv);
            if after.outcome().is_some() {
                return (0, usize::MAX);
            }
            if let Some(freedom) = after.freedom() {
                return (0, freedom);
            }
            let Goal::Win(turns) = &self.goal else {
                // An answer that leaves nothing right would end the lesson.
                return (0, self.right_moves(&after, turn).wrapping_sub(1));
            };
            let lasts = (1..=*turns).find(|&n| after.wins_within(n)).unwrap_or(0);
            (*turns - lasts, self.right_moves(&after, turn))
        };
        position.replies_to_try().into_iter().min_by_key(cost)
    }

    fn right_moves<P: Teach>(&self, position: &P, turn: usize) -> usize {
        position.moves().iter().filter(|&&mv| self.is_right(position, turn, mv)).count()
    }

    /// Why the move that led here is wrong: what is written about it, or what the opponent plays.
    fn refuse<P: Teach>(&self, after: &P, turn: usize, mv: &str) -> Response {
        let reply = self.refutation(after, turn);
        let written = self.wrong.iter().find(|(wrong, _)| fits(wrong, mv));
        let reason = match (written, reply) {
            (Some((_, sentence)), _) => (*sentence).to_owned(),
            (None, Some(reply)) => self.consequence(after, turn, reply),
            (None, None) if after.outcome().is_some() => format!("{}.", caption(after)),
            (None, None) => self.hint.to_owned(),
        };
        Response::Wrong { reason, reply: reply.map(|reply| reply.to_string()) }
    }

    /// The opponent's answer that shows why a move was wrong.
    fn refutation<P: Teach>(&self, after: &P, turn: usize) -> Option<P::Move> {
        if matches!(self.goal, Goal::Listed(_)) || after.outcome().is_some() {
            return None;
        }
        let escapes = |&&reply: &&P::Move| self.right_moves(&after.after(reply), turn + 1) == 0;
        let punished = after.winning_move(PUNISHED_WITHIN);
        let needed = || self.needed(after, turn).filter(|reply| escapes(&reply));
        punished.or_else(needed).or_else(|| after.moves().iter().find(escapes).copied())
    }

    /// What the reader would play if the opponent passed, where the opponent can play it instead.
    fn needed<P: Teach>(&self, after: &P, turn: usize) -> Option<P::Move> {
        let turns = self.goal.turns().saturating_sub(turn);
        let mv = after.with_turn_passed()?.winning_move(turns)?;
        after.moves().contains(&mv).then_some(mv)
    }

    /// What comes of the opponent's answer.
    fn consequence<P: Teach>(&self, after: &P, turn: usize, reply: P::Move) -> String {
        let side = after.side_to_move();
        let who = colour(after, side);
        let (human, end) = (after.write_move(reply), after.after(reply));
        if end.outcome() == Some(Outcome::Win(side)) {
            return format!("{who} answers {human}. {}.", caption(&end));
        }
        if is_winning(after, reply, PUNISHED_WITHIN) {
            return format!("{who} answers {human}, and you cannot stop {who} any more.");
        }
        match &self.goal {
            Goal::Win(turns) if turns - turn > 1 => {
                let left = turns - turn - 1;
                let moves =
                    if left == 1 { "the next move".into() } else { format!("{left} moves") };
                format!("{who} answers {human}, and there is no forced win in {moves} any more.")
            }
            _ => format!("{who} answers {human} and holds."),
        }
    }
}

/// What a side is called.
fn colour<P: Depict>(position: &P, side: Side) -> &'static str {
    position.scene(Viewer::Judge).colours[side]
}

/// Where a game stands, in a sentence without its full stop.
fn caption<P: Depict>(position: &P) -> String {
    position.scene(Viewer::Judge).caption
}
