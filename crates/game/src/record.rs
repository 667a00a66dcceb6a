//! A game as it was played: start, moves, and how it ended.
//!
//! The record alone judges what a position cannot know: repetition, plies without progress, and
//! the endings outside the rules. It keeps every position, so undo is a pop.

use crate::{Conclusion, Ending, IllegalMove, Key, MoveError, Outcome, Position, Reason, Tags};
use std::collections::HashMap;

/// The third occurrence of a position is a draw (EC-4.2, HC-4.3).
const OCCURRENCES_FOR_DRAW: usize = 3;

/// A game from its start to where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<P: Position> {
    /// What else is known of the game: names, dates. Kept, not understood.
    pub tags: Tags,
    positions: Vec<P>,
    moves: Vec<P::Move>,
    /// For every position the plies since the last progress.
    quiet: Vec<usize>,
    /// For every position the last one before it that has the same key.
    earlier: Vec<Option<usize>>,
    /// The last position with each key: what repetition is found by, however long the game is.
    latest: HashMap<Key, usize>,
    ending: Option<Ending>,
}

impl<P: Position> Record<P> {
    /// A new game with these options.
    ///
    /// ```
    /// use game::Record;
    /// let record = Record::<hex::Position>::new("size=3".parse().unwrap());
    /// let drawing = "   a b c
    ///  1 . . .
    ///   2 . . .
    ///    3 . . .
    /// r swap=on";
    /// assert_eq!(format!("{:#}", record.position()).trim_end(), drawing);
    /// ```
    pub fn new(options: P::Options) -> Self {
        Self::from_position(P::start(options))
    }

    /// A game that starts from a position set up by hand.
    ///
    /// ```
    /// use game::Record;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let record = Record::from_position(position);
    /// assert_eq!(record.ply(), 0);
    /// ```
    pub fn from_position(start: P) -> Self {
        let mut record = Self {
            tags: Tags::default(),
            positions: Vec::new(),
            moves: Vec::new(),
            quiet: Vec::new(),
            earlier: Vec::new(),
            latest: HashMap::new(),
            ending: None,
        };
        record.push(start, 0);
        record
    }

    fn push(&mut self, position: P, quiet: usize) {
        self.earlier.push(self.latest.insert(position.key(), self.positions.len()));
        self.positions.push(position);
        self.quiet.push(quiet);
    }

    fn pop(&mut self) {
        self.quiet.pop();
        let Some(position) = self.positions.pop() else { return };
        match self.earlier.pop().flatten() {
            Some(earlier) => self.latest.insert(position.key(), earlier),
            None => self.latest.remove(&position.key()),
        };
    }

    /// Where the game started.
    ///
    /// ```
    /// use game::Record;
    /// let mut record = Record::<hex::Position>::new("size=3 swap=off".parse().unwrap());
    /// record.play_text("b2").unwrap();
    /// assert_eq!(record.start().to_string(), "3/3/3 r swap=off");
    /// assert_eq!(record.position().to_string(), "3/1r1/3 b swap=off");
    /// ```
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// Where the game stands.
    ///
    /// ```
    /// use game::{Position, Record, Side};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut record = Record::from_position(position);
    /// record.play_text("c2").unwrap();
    /// let drawing = "   a b c
    ///  1 . r .
    ///   2 . r r
    ///    3 b . b
    /// b swap=off";
    /// assert_eq!(format!("{:#}", record.position()).trim_end(), drawing);
    /// assert_eq!(record.position().side_to_move(), Side::Second);
    /// ```
    ///
    /// # Panics
    /// Never: a record always holds its start.
    pub fn position(&self) -> &P {
        self.positions.last().expect("a record holds its start")
    }

    /// All positions, from the start to the present one.
    ///
    /// ```
    /// use game::Record;
    /// let mut record = Record::<hex::Position>::new("size=3 swap=off".parse().unwrap());
    /// record.play_text("b2").unwrap();
    /// record.play_text("a1").unwrap();
    /// let texts: Vec<String> = record.positions().iter().map(ToString::to_string).collect();
    /// assert_eq!(texts, ["3/3/3 r swap=off", "3/1r1/3 b swap=off", "b2/1r1/3 r swap=off"]);
    /// ```
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The moves played.
    ///
    /// ```
    /// use game::Record;
    /// let mut record = Record::<hex::Position>::new("size=3 swap=off".parse().unwrap());
    /// for text in ["b2", "a1"] {
    ///     record.play_text(text).unwrap();
    /// }
    /// let texts: Vec<String> = record.moves().iter().map(ToString::to_string).collect();
    /// assert_eq!((texts.join(" "), record.ply()), ("b2 a1".to_owned(), 2));
    /// ```
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// The number of moves played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The keys of all positions, from the start to the present one.
    ///
    /// ```
    /// use game::{Position, Record};
    /// let mut record = Record::<hex::Position>::new("size=3 swap=off".parse().unwrap());
    /// record.play_text("b2").unwrap();
    /// let keys: Vec<game::Key> = record.keys().collect();
    /// assert_eq!(keys, [record.start().key(), record.position().key()]);
    /// ```
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = Key> + '_ {
        self.positions.iter().map(P::key)
    }

    /// Plies since the last progress; see [`Position::is_progress`].
    ///
    /// ```
    /// use game::Record;
    /// let mut record = Record::<hex::Position>::new("size=3".parse().unwrap());
    /// record.play_text("b2").unwrap();
    /// assert_eq!(record.quiet_plies(), 0, "a stone that is placed never leaves");
    /// ```
    pub fn quiet_plies(&self) -> usize {
        self.quiet.last().copied().unwrap_or_default()
    }

    /// How often the present position has stood, this time included.
    ///
    /// ```
    /// use game::Record;
    /// let mut record = Record::<hex::Position>::new("size=3".parse().unwrap());
    /// record.play_text("b2").unwrap();
    /// assert_eq!(record.occurrences(), 1);
    /// ```
    pub fn occurrences(&self) -> usize {
        let present = self.position();
        let same_key = std::iter::successors(Some(self.ply()), |&ply| self.earlier[ply]);
        same_key.filter(|&ply| self.positions[ply] == *present).count()
    }

    /// The end of the game, if it has come.
    ///
    /// ```
    /// use game::{Outcome, Reason, Record, Side};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut record = Record::from_position(position);
    /// assert_eq!(record.conclusion(), None);
    /// record.play_text("b3").unwrap();
    /// let end = record.conclusion().unwrap();
    /// assert_eq!((end.outcome, end.reason), (Outcome::Win(Side::First), Reason::Rules));
    /// ```
    pub fn conclusion(&self) -> Option<Conclusion> {
        if let Some(outcome) = self.position().outcome() {
            Some(by_the_rules(self.position(), outcome))
        } else if let Some(ending) = self.ending {
            Some(ending.into())
        } else {
            drawn::<P>(self.occurrences(), self.quiet_plies())
        }
    }

    /// What a legal move would lead to: how often the position will have stood, and the end of the game,
    /// if it comes.
    ///
    /// ```
    /// use game::{Outcome, Record, Side};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let record = Record::from_position(position);
    /// let (occurrences, end) = record.conclusion_after("b3".parse().unwrap());
    /// assert_eq!(occurrences, 1);
    /// assert_eq!(end.unwrap().outcome, Outcome::Win(Side::First));
    /// ```
    pub fn conclusion_after(&self, mv: P::Move) -> (usize, Option<Conclusion>) {
        let after = self.position().after(mv);
        let latest = self.latest.get(&after.key()).copied();
        let same_key = std::iter::successors(latest, |&ply| self.earlier[ply]);
        let occurrences = 1 + same_key.filter(|&ply| self.positions[ply] == after).count();
        if let Some(outcome) = after.outcome() {
            return (occurrences, Some(by_the_rules(&after, outcome)));
        }
        let quiet = if self.position().is_progress(mv) { 0 } else { self.quiet_plies() + 1 };
        (occurrences, drawn::<P>(occurrences, quiet))
    }

    /// How the game was ended outside the rules, if it was.
    ///
    /// ```
    /// use game::{Ending, Record, Side};
    /// let mut record = Record::<hex::Position>::new("size=3".parse().unwrap());
    /// assert_eq!(record.ending(), None);
    /// record.end(Ending::Resignation(Side::First)).unwrap();
    /// assert_eq!(record.ending(), Some(Ending::Resignation(Side::First)));
    /// ```
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Plays a move.
    ///
    /// ```
    /// use game::Record;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut record = Record::from_position(position);
    /// assert!(record.play("b2".parse().unwrap()).is_err(), "a stone is there");
    /// record.play("b3".parse().unwrap()).unwrap();
    /// let error = record.play("a1".parse().unwrap()).unwrap_err();
    /// assert_eq!(error.why, "the game is over");
    /// ```
    ///
    /// # Errors
    /// If the game is over or the rules forbid the move; nothing has changed then.
    pub fn play(&mut self, mv: P::Move) -> Result<(), IllegalMove> {
        if self.conclusion().is_some() {
            return Err(IllegalMove { mv: mv.to_string(), why: "the game is over".into() });
        }
        let mut next = self.position().clone();
        next.play(mv)?;
        let progress = self.position().is_progress(mv);
        self.push(next, if progress { 0 } else { self.quiet_plies() + 1 });
        self.moves.push(mv);
        Ok(())
    }

    /// Reads a move and plays it.
    ///
    /// ```
    /// use game::Record;
    /// let mut record = Record::<hex::Position>::new("size=3 swap=off".parse().unwrap());
    /// record.play_text("b2").unwrap();
    /// let error = record.play_text("b2").unwrap_err();
    /// assert_eq!(error.to_string(), "b2 is not legal: b2 is taken");
    /// assert_eq!(record.ply(), 1);
    /// ```
    ///
    /// # Errors
    /// If it cannot be read or played; nothing has changed then.
    pub fn play_text(&mut self, text: &str) -> Result<P::Move, MoveError> {
        let mv = self.position().parse_move(text)?;
        self.play(mv)?;
        Ok(mv)
    }

    /// Ends the game outside the rules.
    ///
    /// ```
    /// use game::{Ending, Outcome, Record, Side};
    /// let mut record = Record::<hex::Position>::new("size=3 swap=off".parse().unwrap());
    /// record.end(Ending::Resignation(Side::First)).unwrap();
    /// assert_eq!(record.conclusion().unwrap().outcome, Outcome::Win(Side::Second));
    /// ```
    ///
    /// # Errors
    /// If it is over already; nothing has changed then.
    pub fn end(&mut self, ending: Ending) -> Result<(), Conclusion> {
        if let Some(conclusion) = self.conclusion() {
            return Err(conclusion);
        }
        self.ending = Some(ending);
        Ok(())
    }

    /// Takes back what happened last: an ending outside the rules, or else the last move, which
    /// is returned.
    ///
    /// ```
    /// use game::Record;
    /// let mut record = Record::<hex::Position>::new("size=3 swap=off".parse().unwrap());
    /// let mv = record.play_text("b2").unwrap();
    /// assert_eq!(record.undo(), Some(mv));
    /// assert_eq!(record.position(), record.start());
    /// ```
    pub fn undo(&mut self) -> Option<P::Move> {
        if self.ending.take().is_some() {
            return None;
        }
        let mv = self.moves.pop()?;
        self.pop();
        Some(mv)
    }

    /// The record as it stood after `ply` moves.
    ///
    /// ```
    /// use game::Record;
    /// let mut record = Record::<hex::Position>::new("size=3 swap=off".parse().unwrap());
    /// for mv in ["b2", "a1", "c1"] {
    ///     record.play_text(mv).unwrap();
    /// }
    /// let before = record.truncated(2);
    /// let drawing = "   a b c
    ///  1 b . .
    ///   2 . r .
    ///    3 . . .
    /// r swap=off";
    /// assert_eq!(format!("{:#}", before.position()).trim_end(), drawing);
    /// ```
    pub fn truncated(&self, ply: usize) -> Self {
        let mut record = self.clone();
        if ply < record.ply() {
            record.ending = None;
            while record.ply() > ply {
                record.undo();
            }
        }
        record
    }
}

/// The end of a game that its position decides.
fn by_the_rules<P: Position>(position: &P, outcome: Outcome) -> Conclusion {
    Conclusion { outcome, reason: Reason::Rules, by: position.decided_by() }
}

/// The draw by repetition or for want of progress, if it is one.
fn drawn<P: Position>(occurrences: usize, quiet: usize) -> Option<Conclusion> {
    let draw = |reason| Some(Conclusion::new(Outcome::Draw, reason));
    if occurrences >= OCCURRENCES_FOR_DRAW {
        draw(Reason::Repetition)
    } else if P::QUIET_LIMIT.is_some_and(|limit| quiet >= limit) {
        draw(Reason::QuietLimit)
    } else {
        None
    }
}
