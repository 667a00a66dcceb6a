//! Queries and answers as JSON texts.

use crate::input::bad_json;
use crate::{
    AppliedAnswer, CheckAnswer, GameQuery, InputPart, MoveSelection, MovesAnswer, QueryError,
    QueryErrorCode, StateAnswer, apply, check, moves, picture, read, state,
};
use catalog::GameName;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A query of a program.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Question {
    /// `moves`, `check`, `apply`, `state` or `picture`.
    #[serde(rename = "ask")]
    pub kind: QueryKind,
    /// The game's name.
    pub game: String,
    /// The position or the moves so far.
    #[serde(default)]
    pub query: GameQuery,
    /// The move to check.
    #[serde(default, rename = "move")]
    pub mv: String,
    /// The moves to apply.
    #[serde(default)]
    pub play: Vec<String>,
}

/// The kind of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum QueryKind {
    Moves,
    Check,
    Apply,
    State,
    Picture,
}

/// An answer of any kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum Answer {
    Moves(MovesAnswer),
    Check(CheckAnswer),
    Apply(Box<AppliedAnswer>),
    State(Box<StateAnswer>),
    Picture(String),
}

/// Answers a [`Question`] in JSON by `{"ok": true, "game": …, "result": …}` or
/// `{"ok": false, "error": {"code", "message", "place"}}`.
///
/// ```
/// let answer = queries::answer(r#"{"ask": "check", "game": "hex", "move": "z9"}"#);
/// assert!(answer.contains(r#""legal":false"#), "{answer}");
/// ```
pub fn answer(text: &str) -> String {
    let answered = serde_json::from_str::<Question>(text).map_err(|error| bad_json(&error));
    let told = answered.and_then(|question| Ok((question.game()?, question.answer()?)));
    match told {
        Ok((game, result)) => json!({ "ok": true, "game": game.text(), "result": result }),
        Err(error) => json!({ "ok": false, "error": error }),
    }
    .to_string()
}

impl Question {
    /// Which game it is about.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn game(&self) -> Result<GameName, QueryError> {
        self.game.parse().map_err(|error: game::ParseError| {
            QueryError::new(QueryErrorCode::UnknownGame, InputPart::Game, error.what)
        })
    }

    /// The answer.
    ///
    /// # Errors
    /// What cannot be read or played, and where.
    pub fn answer(&self) -> Result<Answer, QueryError> {
        let record = read(self.game()?, &self.query)?;
        let viewer = self.query.viewer;
        Ok(match self.kind {
            QueryKind::Moves => {
                Answer::Moves(moves(&record, viewer, MoveSelection::WithoutLineUps))
            }
            QueryKind::Check => Answer::Check(check(&record, &self.mv, viewer)),
            QueryKind::Apply => Answer::Apply(Box::new(apply(&record, &self.play, viewer)?)),
            QueryKind::State => Answer::State(Box::new(state(&record, viewer))),
            QueryKind::Picture => Answer::Picture(picture(&record, viewer)),
        })
    }
}
