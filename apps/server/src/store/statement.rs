//! SQL with its values, as both databases understand it.

use sqlx::Any;
use sqlx::any::AnyArguments;

/// A value for a statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// A text.
    Text(String),
    /// A number.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// No text.
    NoText,
    /// No number.
    NoInt,
}

impl Arg {
    /// A number that is never large enough to be negative as the database holds it.
    pub fn int(number: u64) -> Self {
        Self::Int(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A text or none.
    pub fn maybe_text(text: Option<impl Into<String>>) -> Self {
        text.map_or(Self::NoText, Self::text)
    }

    /// A number or none.
    pub fn maybe_int(number: Option<i64>) -> Self {
        number.map_or(Self::NoInt, Self::Int)
    }
}

/// An SQL statement that both databases understand, with `$1`, `$2`, …, and its values.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    pub(super) sql: &'static str,
    pub(super) args: Vec<Arg>,
    pub(super) one_row: bool,
}

/// A statement with its values.
pub fn statement(sql: &'static str, args: impl Into<Vec<Arg>>) -> Statement {
    Statement { sql, args: args.into(), one_row: false }
}

impl Statement {
    /// The same, and [`StoreError::Gone`](super::StoreError::Gone) unless it changes exactly one row.
    pub fn once(self) -> Self {
        Self { one_row: true, ..self }
    }
}

pub(super) type Query = sqlx::query::Query<'static, Any, AnyArguments>;

pub(super) fn bind(query: Query, arg: Arg) -> Query {
    match arg {
        Arg::Text(text) => query.bind(without_nul(text)),
        Arg::Int(number) => query.bind(number),
        Arg::Real(number) => query.bind(number),
        Arg::NoText => query.bind(None::<String>),
        Arg::NoInt => query.bind(None::<i64>),
    }
}

/// PostgreSQL refuses U+0000 in texts, SQLite takes it: here it is U+FFFD for both, so that a visitor
/// who sends one finds nothing instead of making a statement fail.
fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{FFFD}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_for_the_database_holds_a_nul() {
        assert_eq!(without_nul("a\0b".into()), "a\u{FFFD}b");
        assert_eq!(without_nul("plain".into()), "plain");
    }
}
