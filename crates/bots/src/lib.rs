//! Players for every game, from beginner to full strength.
