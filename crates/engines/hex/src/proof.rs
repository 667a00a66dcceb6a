//! Proofs that can be written down, and a checker that trusts nobody.
//!
//! A proof is a text of numbered lines, each of which follows from lines before it by a rule that
//! can be checked by hand. The checker (`check`) knows the board and these rules and shares
//! nothing else with the solver. Everything is said of the side that wins, called the winner here;
//! cells it has no stone on are either free for use by the line at hand or count as the
//! opponent's.
//!
//! ```text
//! hex proof 1
//! position 2r/3/3 b swap=off                     where the proof starts
//! winner red
//! stones c1                                      for the lines that follow
//! link 1 full near c1 - touch                    joined by stones alone
//! link 2 full b2 c1 - touch
//! link 3 semi c1 a3 b2 and 2 4 b2                two links by way of b2
//! link 5 full c1 far b2,a3,b3 or 3 6             links without a cell common to all
//! claim 1 full a3,b2,b3 link 5                   a link from edge to edge wins
//! stones
//! claim 2 semi c1,a3,b2,b3 move c1 1             a move that makes claim 1 true
//! claim 3 full … or 2 7                          claims without a cell common to all
//! result 1
//! ```
//!
//! - A **link** joins two points (`near`, `far`, or a cell taken as the winner's) within its cells:
//!   `full` even if the opponent moves first, `semi` if the winner does.
//! - A **claim** says the same of the whole game.
//! - `touch`: the stones, with the two ends themselves, already join them.
//! - `and A B m`: A joins one end to m, B joins m to the other, and no cell is used twice. If m
//!   has a stone, the link is full if both are, and semi if one is. If m is empty, both must be
//!   full, and moving to m makes the link: semi, with m among its cells.
//! - `or A B …`: all join the same ends, and no cell is common to all, so wherever the opponent
//!   moves one of them is untouched: full, with all their cells.
//! - `move m K`: a stone on m makes the full claim K true.
//!
//! A claim made with fewer stones holds with more, and cells that have got a stone of the winner
//! need no longer be free.

mod check;
mod read;
mod write;

pub use check::{Proven, check};
pub(crate) use write::Writer;
