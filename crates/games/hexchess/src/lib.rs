//! Hex Chess: eleven kinds of piece on a 37-cell star.
