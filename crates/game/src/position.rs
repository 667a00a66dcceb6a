//! The contract: what a game must give, and what it gets for it.

use crate::{
    GameOptions, IllegalMove, InvalidPosition, Key, MoveError, MoveList, Outcome, ParseError, Side,
    Viewer,
};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A position of some game: small, free of history, copied by the search instead of undone.
///
/// `Display` and `FromStr` are the machine notation: one line that round-trips exactly and says
/// everything, the game's options included. It is also the wire, the database and the tests.
///
/// Laws (run by [`conformance`](crate::conformance)):
/// - a move is legal exactly when it is listed, and nothing is listed twice;
/// - nothing is listed exactly when the game is over;
/// - equal positions have equal keys, and keys do not depend on the way a position came about;
/// - texts of positions and moves round-trip; a refused move changes nothing.
pub trait Position:
    Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// A move: the game's own type, at most 8 bytes. Its texts do not need a position.
    type Move: Copy
        + Eq
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err = ParseError>
        + Send
        + Sync
        + 'static;

    /// What is chosen before a game starts: a board size, a variant of a rule.
    type Options: GameOptions + Display + FromStr<Err = ParseError>;

    /// What a viewer may know of a position: the only thing ever sent to one. Games without
    /// secrets use the position itself.
    ///
    /// It turns into the position as it looks to the viewer, which depends on the view and on
    /// nothing else; what is hidden is replaced by what it looks like. Law: to the player of the
    /// side to move it offers the legal moves of the true position, in the same order. See
    /// [`PlayerView`](crate::PlayerView).
    type View: Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Into<Self>;

    /// The game's name, as commands, files and addresses write it.
    const NAME: &'static str;

    /// Whether the sides keep something from each other. Without a default: a game that forgets to say
    /// so would show everything. Law: if not, every view is the position. If so, what shows the truth by default
    /// must be implemented: see [`nothing_is_hidden`].
    const HAS_HIDDEN_INFORMATION: bool;

    /// Whether a game can end in a draw. If not, none can be offered or claimed either.
    const HAS_DRAWS: bool;

    /// The perft table of the game, in the form of [`perft::table`](crate::perft::table): `perft.txt`
    /// beside its crate.
    const PERFT: &'static str;

    /// How many plies without progress make a draw, if the game has such a rule.
    const QUIET_LIMIT: Option<usize> = None;

    // ---- what a game must give -----------------------------------------------------------

    /// Where a game with these options starts.
    fn start(options: Self::Options) -> Self;

    /// The options this game is played with.
    fn options(&self) -> Self::Options;

    /// Whose turn it is (or would be, if the game were not over).
    ///
    /// ```
    /// use game::{Position, Side};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// assert_eq!(position.side_to_move(), Side::First);
    /// assert_eq!(position.after("a1".parse().unwrap()).side_to_move(), Side::Second);
    /// ```
    fn side_to_move(&self) -> Side;

    /// The result, if the rules say that the game is over.
    ///
    /// ```
    /// use game::{Outcome, Position, Side};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// assert_eq!(position.outcome(), None);
    /// // Red joins its edges by b1, b2 and b3.
    /// assert_eq!(position.after("b3".parse().unwrap()).outcome(), Some(Outcome::Win(Side::First)));
    /// ```
    fn outcome(&self) -> Option<Outcome>;

    /// What won the game: a word or two, such as `ring` or `king captured`. Law: there is one exactly when
    /// [`outcome`](Self::outcome) is a win.
    fn decided_by(&self) -> Option<&'static str>;

    /// Fills `into` with the legal moves, in a fixed order. Empty exactly when the game is over.
    ///
    /// ```
    /// use game::{MoveList, Position};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut list = MoveList::new();
    /// position.legal_moves(&mut list);
    /// assert_eq!(list.len(), 5);
    /// ```
    fn legal_moves(&self, into: &mut MoveList<Self::Move>);

    /// Plays a legal move. An illegal one may panic or leave nonsense, nothing worse.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// The fingerprint of this position.
    ///
    /// ```
    /// use game::Position;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let by = |first: &str, second: &str| {
    ///     position.after(first.parse().unwrap()).after(second.parse().unwrap()).key()
    /// };
    /// assert_ne!(by("a1", "a2"), by("a2", "a1"), "other stones on the same cells");
    /// assert_eq!(position.key(), position.to_string().parse::<hex::Position>().unwrap().key());
    /// ```
    fn key(&self) -> Key;

    /// Whether `mv` starts the count of [`QUIET_LIMIT`](Self::QUIET_LIMIT) again.
    fn is_progress(&self, mv: Self::Move) -> bool;

    /// Why this position, set up by hand, cannot stand on a board.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check(&self) -> Result<(), InvalidPosition>;

    /// What `viewer` may know of this position.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// `mv`, about to be played here, as `viewer` may see it. Law: moves whose different results look the same to
    /// the viewer are seen as the same move.
    ///
    /// The default shows it as it is, and does not compile for a game with hidden information.
    fn move_seen(&self, mv: Self::Move, _viewer: Viewer) -> Self::Move {
        nothing_is_hidden::<Self>();
        mv
    }

    /// The number of the row that the next move is written in, after these positions from the start
    /// of a game on: the moves of both sides share a row.
    fn move_number(before: &[Self]) -> usize {
        let second_begins = before.first().is_some_and(|p| p.side_to_move() == Side::Second);
        let halves = before.len() + usize::from(second_begins);
        halves.div_ceil(2).max(1)
    }

    /// A legal move as players write it.
    ///
    /// ```
    /// use game::Position;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mv = position.parse_move(" B3 ").unwrap();
    /// assert_eq!(position.write_move(mv), "b3");
    /// ```
    fn write_move(&self, mv: Self::Move) -> String;

    /// Reads a move as players or machines write it, forgiving in case and spaces. The move need
    /// not be legal.
    ///
    /// # Errors
    /// Where and why the text cannot be read.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError>;

    /// Why an illegal move is illegal, as a sentence without its full stop.
    ///
    /// ```
    /// use game::Position;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// assert_eq!(position.why_illegal("b2".parse().unwrap()), "b2 is taken");
    /// ```
    fn why_illegal(&self, mv: Self::Move) -> String;

    // ---- what it gets, never overridden --------------------------------------------------

    /// The legal moves as a list of their own.
    ///
    /// ```
    /// use game::Position;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let moves: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
    /// assert_eq!(moves, ["a1", "c1", "a2", "c2", "b3"]);
    /// ```
    fn moves(&self) -> MoveList<Self::Move> {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list
    }

    /// Whether `mv` may be played here.
    ///
    /// ```
    /// use game::Position;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// assert!(position.is_legal("b3".parse().unwrap()));
    /// assert!(!position.is_legal("b2".parse().unwrap()), "a stone is there");
    /// ```
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.moves().contains(&mv)
    }

    /// Plays `mv` if it is legal; a refusal changes nothing.
    ///
    /// ```
    /// use game::{Outcome, Position, Side};
    /// let mut position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// position.play("b3".parse().unwrap()).unwrap();
    /// assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
    /// assert_eq!(position.to_string(), "1r1/1r1/brb b swap=off");
    /// ```
    ///
    /// # Errors
    /// The refused move and the reason.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) {
            self.play_unchecked(mv);
            Ok(())
        } else {
            Err(IllegalMove { mv: mv.to_string(), why: self.why_illegal(mv) })
        }
    }

    /// The position after a legal move.
    ///
    /// ```
    /// use game::Position;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let after = position.after("c2".parse().unwrap());
    /// let drawing = "   a b c
    ///  1 . r .
    ///   2 . r r
    ///    3 b . b
    /// b swap=off";
    /// assert_eq!(format!("{after:#}").trim_end(), drawing);
    /// ```
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }

    /// Reads a move and makes sure that it is legal here.
    ///
    /// ```
    /// use game::{MoveError, Position};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// assert_eq!(position.read_move(" B3 ").unwrap().to_string(), "b3");
    /// assert!(matches!(position.read_move("b2"), Err(MoveError::Illegal(_))));
    /// assert!(matches!(position.read_move("?"), Err(MoveError::Unreadable(_))));
    /// ```
    ///
    /// # Errors
    /// Why it cannot be read or played.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        let mv = self.parse_move(text)?;
        if self.is_legal(mv) {
            Ok(mv)
        } else {
            Err(IllegalMove { mv: mv.to_string(), why: self.why_illegal(mv) }.into())
        }
    }

    /// The number of move sequences of exactly `depth` plies; see [`perft`](crate::perft).
    ///
    /// ```
    /// use game::Position;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// assert_eq!(position.perft(1), 5);
    /// assert_eq!(position.perft(2), 16, "b3 wins at once, and after it there are no moves");
    /// ```
    fn perft(&self, depth: usize) -> u64 {
        crate::perft::count(self, depth)
    }
}

/// Called by every default that shows the truth: for a game with hidden information it does not compile, so that none
/// of them can be forgotten.
///
/// ```
/// game::nothing_is_hidden::<hex::Position>();
/// ```
pub const fn nothing_is_hidden<P: Position>() {
    const {
        assert!(
            !P::HAS_HIDDEN_INFORMATION,
            "a game with hidden information says itself what a viewer may know: this default would show the truth"
        );
    }
}
