//! Games that were really played, by random legal moves: their moves are used for many rows.

use super::chance::Chance;
use crate::game_event::GameEvent;
use catalog::{AnyRecord, GameName, with_record};
use clock::Span;
use game::Position as _;
use protocol::GameResult;

/// How many different games of each kind are played at most, and at least; in between, one for so many rows.
const MOST: u64 = 1_000;
const FEWEST: u64 = 20;
const ROWS: u64 = 50;

/// Shorter games would not be rated.
const FEWEST_PLIES: usize = 4;

/// A game with its moves; without clocks and players.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) game: GameName,
    pub(super) options: String,
    /// The events of its moves, as the log holds them.
    pub(super) moves: Vec<String>,
    /// How the rules have ended it, if they have.
    pub(super) result: Option<GameResult>,
}

/// Plays games of every kind, of at most so many plies each, for so many rows.
pub(super) fn play(rows: u64, most_plies: usize, chance: &mut Chance) -> Vec<Template> {
    let of_each = (rows / ROWS).clamp(FEWEST, MOST);
    let mut all = Vec::new();
    for game in GameName::ALL {
        for _ in 0..of_each {
            all.extend(play_one(game, most_plies, chance));
        }
    }
    all
}

/// A game, if the rules do not end it before it counts.
fn play_one(game: GameName, most_plies: usize, chance: &mut Chance) -> Option<Template> {
    let options = if chance.percent(70) { "" } else { game.description().quick_options };
    let mut record = AnyRecord::begin(game, options).ok()?;
    let plies = FEWEST_PLIES + chance.below(most_plies.saturating_sub(FEWEST_PLIES) + 1);
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies && record.conclusion().is_none() {
        let mv = with_record!(&record, record => {
            let legal = record.position().moves();
            chance.pick(&legal).to_string()
        });
        record.play(&mv).ok()?;
        moves.push(event(mv)?);
    }
    let result = record.conclusion().map(GameResult::from);
    Some(Template { game, options: record.options(), moves, result })
}

fn event(mv: String) -> Option<String> {
    serde_json::to_string(&GameEvent::Played { mv, delay: Span::ZERO }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_played_in_many_ways() {
        let all = play(5_000, 20, &mut Chance::new(1));
        for game in GameName::ALL {
            let own: Vec<_> = all.iter().filter(|template| template.game == game).collect();
            assert!(own.len() > 50, "{game}");
            let lists: std::collections::HashSet<_> = own.iter().map(|one| &one.moves).collect();
            assert!(lists.len() > 25, "{game}: {}", lists.len());
            assert!(own.iter().all(|one| one.moves.len() <= 20), "{game}");
        }
    }
}
