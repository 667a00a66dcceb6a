//! What Eclipse's player knows: evaluation and move ordering.
