//! Evaluation and players for each game.
