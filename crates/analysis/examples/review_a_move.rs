//! Judges a move by the scores before and after it, and plans the time of the next one.
//!
//! `cargo run -p analysis --example review_a_move`

use analysis::{Line, MoveQuality, MoveText, ReviewedMove, Score, TimeAllotment, TimeLeft};
use std::time::Duration;

fn main() {
    let text = |mv: &str| MoveText { mv: mv.to_owned(), human: mv.to_owned() };
    let best = Line::new(vec![text("c3"), text("b4")], Score::Chance(820));
    let played = Score::Chance(470);
    let quality = MoveQuality::classify(best.score, played);
    let review = ReviewedMove { ply: 6, mv: text("a5"), best, played, quality };
    let (mark, better) = (quality.mark(), &review.best.moves[0].human);
    println!("{}{mark}  better was {better}, accuracy {:.0} %", review.mv.human, review.accuracy());

    let clock = TimeLeft { left: Duration::from_mins(1), increment: Duration::from_secs(2) };
    let (soft, hard) = TimeAllotment::ENGINE.limits(clock);
    println!("with 60 s + 2 s on the clock: {soft:?} for the next move, at most {hard:?}");
}
