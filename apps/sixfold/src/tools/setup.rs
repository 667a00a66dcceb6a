//! Where a command's game starts: the options and positions that several commands take.

use crate::failure::Failure;
use crate::tools::option_flags::{OPTIONS, Options};
use crate::tools::saved::{SavedGame, SavedGames};
use catalog::{AnyRecord, GameName, with_game};
use game::{Position, Record};
use queries::GameQuery;

/// A game, and moves to be played from where it stands.
pub(crate) type Unplayed = (AnyRecord, Vec<String>);

/// Where to start: a position, a record, or the usual start with options; then moves.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Start {
    #[command(flatten)]
    options: Options,
    /// Start from this position, in machine notation; some commands read several from - (standard input)
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["record", OPTIONS])]
    position: Option<String>,
    /// Start from the end of a saved game; `FILE:N` is the Nth of several, - standard input
    #[arg(long, value_name = "FILE[:N]", conflicts_with = OPTIONS)]
    record: Option<SavedGames>,
    /// Play these moves first, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl Start {
    /// Whether it is a saved game.
    pub(crate) fn is_record(&self) -> bool {
        self.record.is_some()
    }

    /// The game so far; of a file with several, the one that was chosen.
    pub(crate) fn game<P: Position>(&self) -> Result<Record<P>, Failure> {
        let record = match (&self.position, &self.record) {
            (Some(text), _) => Record::from_position(text.parse().map_err(Failure::request)?),
            (None, Some(saved)) => saved.record()?,
            (None, None) => Record::new(self.options.of::<P>()?),
        };
        self.played(record)
    }

    /// Every game that was asked for: all of a file, or the one that everything else means.
    pub(crate) fn games<P: Position>(&self) -> Result<Vec<SavedGame<Record<P>>>, Failure> {
        let Some(saved) = self.record.as_ref().filter(|_| self.position.is_none()) else {
            return Ok(vec![SavedGame { number: 1, game: self.game()? }]);
        };
        let played =
            |SavedGame { number, game }| Ok(SavedGame { number, game: self.played(game)? });
        saved.records::<P>()?.into_iter().map(played).collect()
    }

    /// Whether positions come from standard input, one a line.
    pub(crate) fn is_lines(&self) -> bool {
        self.position.as_deref() == Some("-")
    }

    /// The games that were asked for before `--moves`, and these moves: what `queries` is asked about.
    pub(crate) fn unplayed(&self, game: GameName) -> Result<Vec<Unplayed>, Failure> {
        let moves = self.move_texts();
        if let Some(saved) = &self.record {
            let records: Vec<AnyRecord> = with_game!(game, P => {
                saved.records::<P>()?.into_iter().map(|saved| saved.game.into()).collect()
            });
            return Ok(records.into_iter().map(|base| (base, moves.clone())).collect());
        }
        let options = with_game!(game, P => self.options.text::<P>())?;
        let query = GameQuery { options, position: self.position.clone(), ..GameQuery::default() };
        Ok(vec![(queries::read(game, &query)?, moves)])
    }

    /// The moves of `--moves`.
    pub(crate) fn move_texts(&self) -> Vec<String> {
        self.moves.iter().flat_map(|m| m.split_whitespace()).map(str::to_owned).collect()
    }

    /// Why one game must be chosen of so many; see [`SavedGames::several`].
    pub(crate) fn several(&self, count: usize, else_all: &str) -> Failure {
        self.record.as_ref().map_or(Failure::Found, |saved| saved.several(count, else_all))
    }

    fn played<P: Position>(&self, mut record: Record<P>) -> Result<Record<P>, Failure> {
        for (i, word) in self.moves.iter().flat_map(|m| m.split_whitespace()).enumerate() {
            record
                .play_text(word)
                .map_err(|e| Failure::Request(format!("move {} of --moves: {e}", i + 1)))?;
        }
        Ok(record)
    }
}
