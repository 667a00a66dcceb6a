//! Checks the rules against files of independently made vectors.
