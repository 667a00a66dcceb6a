//! Virtual connections by H-search (Anshelevich 2002): which points one side can connect whatever
//! the opponent does.
//!
//! A *point* is one of a side's two edges, one of its groups, or an empty cell taken as if the side
//! had a stone there. A *full* connection (virtual connection, VC) of two points is a set of empty
//! cells, its *carrier*, in which the side connects them even if the opponent moves first; a *semi*
//! connection (VSC, weak connection) is one in which it connects them if it moves first, at the
//! *key*. H-search is the closure under two rules:
//!
//! ```text
//!  AND  a ══ m ══ b      two full connections with disjoint carriers hold at the same time,
//!                        because the opponent can intrude on only one at a time. If m is a stone,
//!                        a and b are fully connected; if m is empty, playing it makes them so:
//!                        a semi connection with key m.
//!
//!  OR     ┌─ s₁ ─┐       semi connections with an empty intersection: wherever the
//!       a ┼─ s₂ ─┼ b     opponent moves, one of them is untouched, and its key completes it:
//!         └─ s₃ ─┘       a full connection whose carrier is the union.
//! ```
//!
//! A semi connection a–m and a full one m–b over a stone m give a semi connection a–b in the same
//! way. Edge templates (`templates`) may be given as further seeds. H-search is sound but not
//! complete: whatever is claimed holds; not everything that holds is found.

mod base_connections;
mod connection_lists;
mod derivation;
mod h_search;
mod move_effect;
mod neighbours;
mod or_rule;
mod points;
mod seeds;
mod templates;
mod winning;

pub(crate) use derivation::{DerivationStep, Deriver, Rule};
pub(crate) use h_search::{ConnectionSet, Semi, Stop};
pub(crate) use move_effect::MoveEffect;
pub(crate) use points::{FAR, NEAR, Point};
pub(crate) use seeds::Seeds;
pub(crate) use templates::{Template, templates};
