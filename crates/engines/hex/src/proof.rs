//! Written proofs of solved positions, and an independent checker.
//!
//! A proof is a text of numbered lines, each of which follows from lines before it by a rule that
//! can be checked by hand. The checker (`check`) knows the board and these rules and shares no
//! other code with the solver. Everything is stated for the side that wins, called the winner here;
//! cells without its stones are either in the carrier of the line at hand or count as the
//! opponent's.
//!
//! ```text
//! hex proof 1
//! position 2r/3/3 b swap=off                     where the proof starts
//! winner red
//! stones c1                                      for the lines that follow
//! link 1 full near c1 - touch                    connected by stones alone
//! link 2 full b2 c1 - touch
//! link 3 semi c1 a3 b2 and 2 4 b2                AND rule over b2
//! link 5 full c1 far b2,a3,b3 or 3 6             OR rule: empty intersection
//! claim 1 full a3,b2,b3 link 5                   a link from edge to edge wins
//! stones
//! claim 2 semi c1,a3,b2,b3 move c1 1             a move that makes claim 1 true
//! claim 3 full … or 2 7                          OR rule for claims
//! result 1
//! ```
//!
//! - A **link** is a virtual connection of two points (`near`, `far`, or a cell taken as the
//!   winner's) with its carrier: `full` even if the opponent moves first, `semi` if the winner
//!   does.
//! - A **claim** says the same of the whole game.
//! - `touch`: the stones, with the two ends themselves, already connect them.
//! - `and A B m`: A connects one end to m, B connects m to the other, and their carriers are
//!   disjoint. If m has a stone, the link is full if both are, and semi if one is. If m is empty,
//!   both must be full, and m is the key of a semi link, with m in its carrier.
//! - `or A B …`: all connect the same ends, and their carriers have an empty intersection, so
//!   wherever the opponent moves one of them is untouched: full, with the union as carrier.
//! - `move m K`: a stone on m makes the full claim K true.
//!
//! A claim made with fewer stones holds with more, and cells that have got a stone of the winner
//! need no longer be free.

mod check;
mod error;
mod read;
mod write;

pub use check::{CheckedProof, check};
pub use error::{ProofError, ProofFault};
pub(crate) use write::ProofWriter;
