//! Hex: the connection game, 3×3 to 19×19.
