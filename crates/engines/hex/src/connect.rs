//! Virtual connections: what one side is sure to join, and what it can join by moving first.
//!
//! A *point* is one of a side's two edges, one of its groups, or an empty cell taken as if the
//! side had a stone there. A *full* connection of two points is a set of empty cells, its
//! *carrier*, in which the side joins them even if the opponent moves first; a *semi* connection
//! is one in which it joins them if it moves first itself, at the *key*. Connections are found by
//! H-search, the closure under two rules:
//!
//! ```text
//!  AND  a ══ m ══ b      two full connections whose carriers have no cell in common hold side
//!                        by side: the opponent can trouble only one at a time. If m is a stone,
//!                        a and b are fully connected; if m is empty, playing it makes them so:
//!                        a semi connection with key m.
//!
//!  OR     ┌─ s₁ ─┐       semi connections with no cell common to all of them: wherever the
//!       a ┼─ s₂ ─┼ b     opponent moves, one of them is untouched, and its key completes it:
//!         └─ s₃ ─┘       a full connection whose carrier is all of them together.
//! ```
//!
//! A semi connection a–m and a full one m–b over a stone m join in the same way to a semi
//! connection a–b. Edge templates (`templates`) may be given to the rules as a start. Whatever is
//! claimed holds; not everything that holds is found.

mod bundle;
mod either;
mod explain;
mod forecast;
mod goal;
mod kin;
mod points;
mod stock;
mod templates;
mod web;

pub(crate) use explain::{Explained, Explainer, Rule};
pub(crate) use forecast::Forecast;
pub(crate) use points::{FAR, NEAR, Point};
pub(crate) use templates::{Template, templates};
pub(crate) use web::{Lore, Semi, Stop, Web};
