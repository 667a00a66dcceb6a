//! The list of games, and any position or record of one.
