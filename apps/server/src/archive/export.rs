//! Finished games as text for other programs: our own record, one like PGN with players' notation and
//! clocks, or SGF for the games that it is written of. All can be read again by [`import`](super::import).

use super::error::ExportError;
use super::replay::{Replay, ReplayedMove};
use crate::store::GameRow;
use game::{Position, Side};
use protocol::Player;
use serde::{Deserialize, Serialize};
use sgf::{AnyTree, Property, SgfGame, Tree, with_tree};
use std::fmt::Write;
use utoipa::ToSchema;

/// How a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Our record: tags and moves in machine notation.
    #[default]
    Text,
    /// Tags, moves in players' notation, and a comment with the clock after each.
    Pgn,
    /// SGF (`FF[4]`), for games that have it.
    Sgf,
}

/// Writes a game.
///
/// # Errors
/// If the format is not for this game.
pub fn export<P: Position>(
    row: &GameRow,
    replay: &Replay<P>,
    format: Format,
) -> Result<String, ExportError> {
    match format {
        Format::Text => {
            let mut record = replay.record.clone();
            record.tags = tags(row, replay);
            Ok(record.to_string())
        }
        Format::Pgn => Ok(pgn(row, replay)),
        Format::Sgf => sgf(row, replay),
    }
}

/// SGF is not written of every game: [`AnyTree`] knows of which.
fn sgf<P: Position>(row: &GameRow, replay: &Replay<P>) -> Result<String, ExportError> {
    let mut record = replay.record.clone();
    record.tags = tags(row, replay);
    let tree = AnyTree::of_record(&record);
    let mut tree = tree.ok_or(ExportError { game: P::NAME })?;
    with_tree!(&mut tree, tree => add_times(tree, &replay.moves));
    Ok(tree.write())
}

/// Puts the time left to every move of a tree without variations.
fn add_times<P: SgfGame>(tree: &mut Tree<P>, moves: &[ReplayedMove]) {
    let first = tree.start.side_to_move();
    for ((ply, node), known) in tree.nodes.iter_mut().enumerate().zip(moves) {
        let side = if ply % 2 == 0 { first } else { first.other() };
        node.properties.extend(time_left::<P>(side, known));
    }
}

/// `BL` or `WL`: what the mover has left, in seconds.
fn time_left<P: SgfGame>(side: Side, mv: &ReplayedMove) -> Option<Property> {
    let reading = mv.clock?;
    let left = if side == Side::First { reading.first.0 } else { reading.second.0 };
    let name = if side == P::BLACK { "BL" } else { "WL" };
    Some(Property::new(name, &format!("{}.{}", left / 1000, left % 1000 / 100)))
}

/// What is known of a game besides its moves.
fn tags<P: Position>(row: &GameRow, replay: &Replay<P>) -> Vec<(String, String)> {
    let mut tags = vec![
        ("Event".to_owned(), if row.terms.rated { "Rated game" } else { "Casual game" }.to_owned()),
        ("Site".to_owned(), format!("Sixfold {}", row.id)),
        ("Date".to_owned(), date(row.created.0)),
        ("First".to_owned(), row.first.player.person.name.to_string()),
        ("Second".to_owned(), row.second.player.person.name.to_string()),
        ("TimeControl".to_owned(), row.terms.time.to_string()),
    ];
    let rating = |player: &Player| player.rating.map(|rating| rating.to_string());
    for (name, player) in [("FirstRating", &row.first.player), ("SecondRating", &row.second.player)]
    {
        tags.extend(rating(player).map(|rating| (name.to_owned(), rating)));
    }
    let why = replay.result.map(|result| result.why.text().to_owned());
    tags.extend(why.map(|why| ("Termination".to_owned(), why)));
    tags
}

fn pgn<P: Position>(row: &GameRow, replay: &Replay<P>) -> String {
    let record = &replay.record;
    let result = replay.result.map_or("*", protocol::GameResult::text);
    let options = record.start().options().to_string();
    let own = [("Game", P::NAME), ("Options", &options), ("Result", result)];
    let own = own.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut text = String::new();
    for (name, value) in tags(row, replay).into_iter().chain(own) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    for (ply, mv) in record.moves().iter().enumerate() {
        let before = &record.positions()[ply];
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        // Players' notation may hold spaces; words are what can be read again.
        let human = before.write_move(*mv);
        let word = if human.contains(char::is_whitespace) { mv.to_string() } else { human };
        let end = if ply % 2 == 0 { ' ' } else { '\n' };
        let comment = replay.moves.get(ply).and_then(|mv| comment(before.side_to_move(), mv));
        let _ = write!(text, "{word}{}{end}", comment.unwrap_or_default());
    }
    let _ = writeln!(text, "{result}");
    text
}

/// ` {[%clk 0:04:59.2]}`: what the mover has left.
fn comment(side: Side, mv: &ReplayedMove) -> Option<String> {
    let reading = mv.clock?;
    let left = if side == Side::First { reading.first } else { reading.second }.0;
    let (seconds, tenths) = (left / 1000, left % 1000 / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    Some(format!(" {{[%clk {hours}:{minutes:02}:{:02}.{tenths}]}}", seconds % 60))
}

/// The day of a moment, as `2026.11.16`.
pub fn date(milliseconds: u64) -> String {
    // Days since 0000-03-01, so that a leap day is the last of its year.
    let days = milliseconds / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, late) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{}.{month:02}.{day:02}", era * 400 + year + late)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_709_164_800, "2024.02.29"),
            (1_763_251_199, "2025.11.15"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(date(seconds * 1000), expected);
        }
    }
}
