//! A game without its type: all that a room asks of one. No rule of play is in this crate.

use analysis::Limits;
use bots::{Config, InformationSet, Level, Playable, player};
use catalog::{GameName, with_game};
use game::{Conclusion, MoveError, ParseError, PlayerView, Record, Side, Viewer};
use protocol::Ply;
use scene::Depict;
use std::time::Duration;

/// Finds a move in this time at most.
pub(crate) type Thinker = Box<dyn FnOnce(Duration) -> Option<String> + Send>;

/// A move that cannot be played where the game stands.
///
/// It says nothing else on purpose: the true position is not to be told of, not even in a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unplayable;

/// A game being played.
pub(crate) trait Board: Send + Sync {
    /// How many moves stand.
    fn ply(&self) -> usize;
    /// Whose turn it is.
    fn side_to_move(&self) -> Side;
    /// The end by the rules, if it has come.
    fn conclusion(&self) -> Option<Conclusion>;
    /// Whether a game can end in a draw.
    fn has_draws(&self) -> bool;
    /// The start, in notation.
    fn start(&self) -> String;
    /// Whether there is anything that a viewer may not know.
    fn has_secrets(&self) -> bool;
    /// Reads a text of the side to move, in either notation, and gives the move in machine notation.
    ///
    /// The text is read from what that side may know and from nothing else, so that neither the
    /// move nor the reason of a refusal depends on what is hidden.
    fn read(&self, text: &str) -> Result<String, MoveError>;
    /// Plays a move that was read, now or when it was stored; a refusal changes nothing.
    fn play(&mut self, mv: &str) -> Result<(), Unplayable>;
    /// Takes the last move back.
    fn take_back(&mut self);
    /// The move number `ply` from 0 as `viewer` may see it.
    fn seen(&self, ply: usize, viewer: Viewer) -> Option<Ply>;
    /// The position after so many moves as `viewer` may see it, in games with secrets.
    fn view(&self, ply: usize, viewer: Viewer) -> Option<String>;
    /// Somebody who thinks about the move to make, and knows no more than the side to move.
    fn thinker(&self, level: Level, seed: u64) -> Thinker;
}

/// A new game; empty options are the usual ones.
///
/// # Errors
/// If there is no such game or it has no such options.
pub(crate) fn open(game: &str, options: &str) -> Result<Box<dyn Board>, ParseError> {
    let name: GameName = game.parse()?;
    with_game!(name, P => Ok(Box::new(begin::<P>(options)?)))
}

/// The name and the options as they are stored, if there are such.
///
/// # Errors
/// If there is no such game or it has no such options.
pub(crate) fn canonical(game: &str, options: &str) -> Result<(String, String), ParseError> {
    let name: GameName = game.parse()?;
    let options = with_game!(name, P => begin::<P>(options)?.start().options().to_string());
    Ok((name.text().to_owned(), options))
}

use game::Position;

fn begin<P: Position>(options: &str) -> Result<Record<P>, ParseError> {
    let usual = options.trim().is_empty();
    Ok(Record::new(if usual { P::Options::default() } else { options.parse()? }))
}

/// What a viewer sees of a position, if that is not simply the position.
fn secret_view<P: Position>(position: &P, viewer: Viewer) -> Option<String> {
    let view = position.view(viewer).to_string();
    (view != position.to_string()).then_some(view)
}

impl<P: Depict + Playable> Board for Record<P> {
    fn ply(&self) -> usize {
        Record::ply(self)
    }

    fn side_to_move(&self) -> Side {
        self.position().side_to_move()
    }

    fn conclusion(&self) -> Option<Conclusion> {
        Record::conclusion(self)
    }

    fn has_draws(&self) -> bool {
        P::HAS_DRAWS
    }

    fn start(&self) -> String {
        Record::start(self).to_string()
    }

    fn has_secrets(&self) -> bool {
        secret_view(Record::start(self), Viewer::Watcher).is_some()
    }

    fn read(&self, text: &str) -> Result<String, MoveError> {
        let view = PlayerView::of_side_to_move(self.position());
        view.read_move(text).map(|mv| mv.to_string())
    }

    fn play(&mut self, mv: &str) -> Result<(), Unplayable> {
        self.play_text(mv).map(|_| ()).map_err(|_| Unplayable)
    }

    fn take_back(&mut self) {
        self.undo();
    }

    fn seen(&self, ply: usize, viewer: Viewer) -> Option<Ply> {
        let (before, &mv) = (self.positions().get(ply)?, self.moves().get(ply)?);
        let seat = before.side_to_move().into();
        if !Board::has_secrets(self) {
            return Some(Ply { seat, mv: mv.to_string(), text: before.write_move(mv), view: None });
        }
        let mut alone = Record::from_position(before.clone());
        alone.play(mv).ok()?;
        let seen = P::moves_seen(&alone, viewer).pop()?;
        Some(Ply { seat, mv: seen.mv, text: seen.human, view: Board::view(self, ply + 1, viewer) })
    }

    fn view(&self, ply: usize, viewer: Viewer) -> Option<String> {
        secret_view(self.positions().get(ply)?, viewer)
    }

    fn thinker(&self, level: Level, seed: u64) -> Thinker {
        let sight = InformationSet::of(self);
        Box::new(move |time| thought(&sight, level, seed, time))
    }
}

/// What a computer player would do, told no more than the side to move may know.
fn thought<P: Playable>(
    sight: &InformationSet<P>,
    level: Level,
    seed: u64,
    time: Duration,
) -> Option<String> {
    let record = sight.record();
    let config = Config { memory_mib: 16, level, seed, ..Config::default() };
    let report = player::<P>(&config).search(record, &Limits::time(time), &mut |_| ());
    report.best().or_else(|| record.position().moves().first().copied()).map(|mv| mv.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Half of Black's line-up stands, and one of the two ends of the rest is for the fool. Nothing but
    /// the seed, which is secret, can tell the answers of a strong player apart.
    #[test]
    fn the_computer_places_a_fool_by_its_seed() {
        let mut board = open("hexchess", "").unwrap();
        for mv in ["all:KCDGB", "Q@10", "D@21", "K@34"] {
            board.play(mv).unwrap();
        }
        let level = Level::new(7).unwrap();
        let place = |seed| board.thinker(level, seed)(Duration::from_mins(1)).unwrap();
        let placed: BTreeSet<String> = (1..=6).map(place).collect();
        assert!(placed.len() >= 2, "always {placed:?}");
        assert_eq!(place(3), place(3), "a seed decides");
    }
}
