//! What a question is about: a position, a record, or a start with options, and moves played from there.

use crate::{InputPart, Place, QueryError, QueryErrorCode, ViewerName};
use catalog::{AnyRecord, GameName, with_game, with_record};
use game::{MoveError, Position, Record, RecordError, RecordFault};
use serde::{Deserialize, Serialize};

/// Positions, options and moves are shorter than this, in bytes.
pub const LONGEST_TEXT: usize = 2_000;
/// Records are shorter than this, in bytes.
pub const LONGEST_RECORD: usize = 64 * 1024;
/// So many moves may be given.
pub const MOST_MOVES: usize = 2_000;

/// Where a game stands: from `position`, `record`, or the start of a game with `options`, after `moves`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(example = json!({ "options": "size=5", "moves": ["c3"] })))]
#[serde(deny_unknown_fields)]
pub struct GameQuery {
    /// The game's options, such as `size=11 swap=on`, where neither position nor record is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// A position in machine notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// A game as text: tags and moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Moves played from there, in either notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The viewer, whose answer holds no more than they may know.
    #[serde(default)]
    pub viewer: ViewerName,
}

/// The game that a query is about.
///
/// # Errors
/// What cannot be read or played, and where.
pub fn read(game: GameName, query: &GameQuery) -> Result<AnyRecord, QueryError> {
    query.check_length()?;
    with_game!(game, P => Ok(read_record::<P>(query)?.into()))
}

/// Reads a line of text: `position`, `position moves a b c`, or `start moves a b c`; or a query as JSON.
///
/// # Errors
/// If it is JSON and no query.
pub fn read_line(line: &str) -> Result<GameQuery, QueryError> {
    let line = line.trim();
    if line.starts_with('{') {
        return serde_json::from_str(line).map_err(|error| bad_json(&error));
    }
    let (from, moves) = match line.split_once(" moves") {
        Some((from, moves)) if moves.is_empty() || moves.starts_with(' ') => (from.trim(), moves),
        _ => (line, ""),
    };
    let position = (from != "start").then(|| from.to_owned());
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    Ok(GameQuery { position, moves, ..GameQuery::default() })
}

/// Why a text is not the JSON of a question.
pub(crate) fn bad_json(error: &serde_json::Error) -> QueryError {
    let place = Place {
        line: (error.line() > 1).then(|| error.line()),
        column: (error.column() > 0).then(|| error.column()),
        ..Place::of(InputPart::Question)
    };
    // serde_json ends its messages with the place.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    QueryError { code: QueryErrorCode::BadQuestion, message, place: Some(place) }
}

impl GameQuery {
    fn check_length(&self) -> Result<(), QueryError> {
        let too_long = |part, what: String| QueryError::new(QueryErrorCode::TooLong, part, what);
        let texts = [
            (InputPart::Options, &self.options, LONGEST_TEXT),
            (InputPart::Position, &self.position, LONGEST_TEXT),
            (InputPart::Record, &self.record, LONGEST_RECORD),
        ];
        for (part, text, most) in texts {
            if text.as_ref().is_some_and(|text| text.len() > most) {
                return Err(too_long(part, format!("at most {most} bytes")));
            }
        }
        if self.moves.len() > MOST_MOVES {
            return Err(too_long(InputPart::Moves, format!("at most {MOST_MOVES} moves")));
        }
        match self.moves.iter().position(|text| text.len() > LONGEST_TEXT) {
            Some(i) => {
                let what = format!("at most {LONGEST_TEXT} bytes a move");
                Err(too_long(InputPart::Moves, what).at_index(i + 1))
            }
            None => Ok(()),
        }
    }
}

/// A game with moves played from where it stands.
///
/// # Errors
/// The first that cannot be read or played.
pub fn after(record: &AnyRecord, moves: &[String]) -> Result<AnyRecord, QueryError> {
    with_record!(record, record => {
        let mut after = record.clone();
        play_all(&mut after, moves, InputPart::Moves)?;
        Ok(after.into())
    })
}

fn read_record<P: Position>(query: &GameQuery) -> Result<Record<P>, QueryError> {
    let given = [&query.options, &query.position, &query.record];
    if given.iter().filter(|text| text.is_some()).count() > 1 {
        return Err(QueryError::bad_question("give only one of options, position and record"));
    }
    let mut record = match (&query.position, &query.record, &query.options) {
        (Some(text), ..) => Record::from_position(text.trim().parse::<P>().map_err(|error| {
            QueryError::unreadable(QueryErrorCode::BadPosition, InputPart::Position, error)
        })?),
        (None, Some(text), _) => text.parse::<Record<P>>().map_err(|error| bad_record(&error))?,
        (None, None, Some(text)) if !text.trim().is_empty() => {
            Record::new(text.parse().map_err(|error| {
                QueryError::unreadable(QueryErrorCode::BadOptions, InputPart::Options, error)
            })?)
        }
        (None, None, _) => Record::new(P::Options::default()),
    };
    play_all(&mut record, &query.moves, InputPart::Moves)?;
    Ok(record)
}

/// Plays moves from the end of a record.
pub(crate) fn play_all<P: Position>(
    record: &mut Record<P>,
    moves: &[String],
    part: InputPart,
) -> Result<(), QueryError> {
    for (i, text) in moves.iter().enumerate() {
        play(record, text, part).map_err(|error| error.at_index(i + 1))?;
    }
    Ok(())
}

/// Plays a move, or says why it cannot be played.
pub(crate) fn play<P: Position>(
    record: &mut Record<P>,
    text: &str,
    part: InputPart,
) -> Result<P::Move, QueryError> {
    let over = record.conclusion().is_some();
    record.play_text(text).map_err(|error| match error {
        MoveError::Illegal(_) if over => {
            QueryError::new(QueryErrorCode::GameOver, part, "the game is over")
        }
        error => QueryError::of_move(part, error),
    })
}

/// The place of a fault in a record; its words without the place.
fn bad_record<P: Position>(error: &RecordError<P>) -> QueryError {
    let mut place = Place { line: Some(error.line), ..Place::of(InputPart::Record) };
    let mut code = QueryErrorCode::BadRecord;
    let message = match &error.fault {
        RecordFault::Move { number, error, .. } => {
            place.index = Some(*number);
            let found = QueryError::of_move(InputPart::Record, error.clone());
            code = found.code;
            place.column = found.place.and_then(|place| place.column);
            found.message
        }
        fault => fault.to_string(),
    };
    QueryError { code, message, place: Some(place) }
}
