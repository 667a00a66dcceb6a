//! The laws of the contract, run on any game.
//!
//! A game's tests fill in a [`Kit`] and call [`Kit::run`]: random walks from the given starts,
//! with every law checked at every position on the way, and the game's perft table. A broken law panics
//! with its name and the position's text.

mod hidden;
mod notation_page;
mod slow_rules;

pub use hidden::twins;
pub use notation_page::{NotationPage, errors_lie_within};
pub use slow_rules::{SlowRules, pack_row, unpack_row};

use crate::{Dice, Outcome, Position, Reason, Record, Viewer, perft};
use std::collections::BTreeSet;

/// The rules again, written differently and slowly, for the fast code to agree with.
pub struct Oracle<P: Position> {
    /// The legal moves, in any order.
    pub moves: fn(&P) -> Vec<P::Move>,
    /// The position after a legal move.
    pub after: fn(&P, P::Move) -> P,
    /// The result, if the game is over.
    pub outcome: fn(&P) -> Option<Outcome>,
}

/// The largest count of the perft table that the kit checks; a game's own tests go deeper.
const LARGEST_PERFT: u64 = 50_000;

/// What the laws need to know of a game.
pub struct Kit<P: Position> {
    /// Where walks start: every option and every phase of the game should be among them.
    pub starts: Vec<P>,
    /// Every move that can be expressed on the board of this position, legal or not.
    pub expressible: fn(&P) -> Vec<P::Move>,
    /// The slow rules.
    pub oracle: Oracle<P>,
    /// Ways to turn or mirror a position that must not change what can be played.
    pub symmetries: Vec<fn(&P) -> P>,
    /// The game's perft table, `perft.txt` beside its crate, as [`perft::table`] reads it.
    pub perft: &'static str,
    /// How many cells can still take a stone, if stones are placed and stay where they are. Moves free
    /// none, and a game is over when there are none.
    pub vacant: Option<fn(&P) -> usize>,
    /// How many walks from each start.
    pub walks: u64,
    /// The longest walk.
    pub plies: usize,
    /// Expressible moves are many: check them at every so many plies.
    pub express_every: usize,
}

impl<P: Position> Kit<P> {
    /// Checks every law along every walk.
    ///
    /// # Panics
    /// At the first broken law.
    pub fn run(&self) {
        assert!(size_of::<P::Move>() <= 8, "a move takes more than 8 bytes");
        assert!(P::HAS_DRAWS || P::QUIET_LIMIT.is_none(), "a quiet limit makes draws");
        self.perft_table();
        for (i, start) in self.starts.iter().enumerate() {
            let options = start.options();
            assert_eq!(options.to_string().parse(), Ok(options), "options round-trip");
            for walk in 0..self.walks {
                self.walk(start, &mut Dice::new(walk * 1000 + i as u64));
            }
        }
    }

    fn perft_table(&self) {
        let rows = perft::table(self.perft);
        assert!(!rows.is_empty(), "a game has a perft table");
        for row in &rows {
            let few = row.counts.first().is_some_and(|&count| count <= LARGEST_PERFT);
            assert!(few, "the kit counts every row to some depth: {}", row.position);
        }
        perft::check_table::<P>(self.perft, LARGEST_PERFT);
    }

    fn walk(&self, start: &P, dice: &mut Dice) {
        let mut record = Record::from_position(start.clone());
        for ply in 0..self.plies {
            let position = record.position();
            self.laws(position);
            if ply % self.express_every == 0 {
                self.legal_is_listed(position);
            }
            if record.conclusion().is_some() {
                break;
            }
            let mv = dice.choose(&position.moves()).expect("a game that goes on has moves");
            self.move_laws(position, mv);
            let foretold = record.conclusion_after(mv).1;
            record.play(mv).expect("a listed move is legal");
            assert_eq!(record.conclusion(), foretold, "the end that {mv} brings is foretold");
        }
        conclusion_laws(&record);
        progress_is_not_undone(&record);
        record_laws(record);
    }

    fn laws(&self, position: &P) {
        if let Err(why) = position.check() {
            panic!("valid after every move: {why}: {position}");
        }
        self.listed_once_and_as_the_oracle_says(position);
        a_view_offers_the_same_moves(position);
        a_view_is_the_position_unless_something_is_hidden(position);
        texts_round_trip(position);
        for symmetry in &self.symmetries {
            let image = symmetry(position);
            assert_eq!(image.moves().len(), position.moves().len(), "symmetry of {position}");
            // A symmetry may exchange the sides, but a draw is one from every point of view.
            let won = |p: &P| p.outcome().map(|outcome| outcome.winner().is_some());
            assert_eq!(won(position), won(&image), "symmetry keeps the end of {position}");
        }
        if let Some(vacant) = self.vacant
            && vacant(position) == 0
        {
            assert!(position.outcome().is_some(), "a full board is the end: {position}");
        }
    }

    fn listed_once_and_as_the_oracle_says(&self, position: &P) {
        let listed = position.moves();
        let set: BTreeSet<_> = listed.iter().copied().collect();
        assert_eq!(set.len(), listed.len(), "nothing is listed twice: {position}");
        let over = position.outcome().is_some();
        assert_eq!(over, listed.is_empty(), "nothing is listed exactly when over: {position}");
        assert_eq!(set, (self.oracle.moves)(position).into_iter().collect(), "oracle: {position}");
        assert_eq!(position.outcome(), (self.oracle.outcome)(position), "oracle: {position}");
        let is_won = matches!(position.outcome(), Some(Outcome::Win(_)));
        let decided_by = position.decided_by().is_some();
        assert_eq!(decided_by, is_won, "a win says what decided it, nothing else: {position}");
    }

    fn legal_is_listed(&self, position: &P) {
        let listed: BTreeSet<_> = position.moves().iter().copied().collect();
        let mut refused = 0;
        for mv in (self.expressible)(position) {
            if listed.contains(&mv) {
                continue;
            }
            // A refusal is checked in full a few times; after that the list has spoken.
            if refused < 20 {
                refused += 1;
                let mut copy = position.clone();
                let error = copy.play(mv).expect_err("an unlisted move is refused");
                assert_eq!(copy, *position, "a refusal changes nothing: {mv}");
                assert!(!error.why.is_empty(), "a refusal says why: {mv} in {position}");
            }
        }
        let expressible: BTreeSet<_> = (self.expressible)(position).into_iter().collect();
        assert!(listed.is_subset(&expressible), "every listed move is expressible: {position}");
    }

    fn move_laws(&self, position: &P, mv: P::Move) {
        let after = position.after(mv);
        if let Some(vacant) = self.vacant {
            assert!(vacant(&after) <= vacant(position), "stones stay: {mv} in {position}");
        }
        assert_eq!(after, (self.oracle.after)(position, mv), "oracle: {mv} in {position}");
        hidden::moves_with_equal_views_are_seen_alike(position, mv);
        let text = mv.to_string();
        assert_eq!(text.parse(), Ok(mv), "the move's text round-trips: {text}");
        assert_eq!(position.parse_move(&text), Ok(mv), "machine notation is understood: {text}");
        let human = position.write_move(mv);
        for form in [human.clone(), human.to_uppercase(), format!(" {} ", human.to_lowercase())] {
            assert_eq!(position.parse_move(&form), Ok(mv), "“{form}” in {position}");
        }
    }
}

/// Games without hidden information show every viewer everything.
fn a_view_is_the_position_unless_something_is_hidden<P: Position>(position: &P) {
    if !P::HAS_HIDDEN_INFORMATION {
        for viewer in [Viewer::Player(position.side_to_move()), Viewer::Watcher, Viewer::Judge] {
            let view = position.view(viewer).to_string();
            assert_eq!(view, position.to_string(), "nothing is hidden in this game");
        }
    }
}

/// The player to move chooses from the same moves, whether the true position is asked or the view.
fn a_view_offers_the_same_moves<P: Position>(position: &P) {
    let seen: P = position.view(Viewer::Player(position.side_to_move())).into();
    assert_eq!(*seen.moves(), *position.moves(), "moves of a view: {position}");
    assert_eq!(seen.side_to_move(), position.side_to_move(), "turn of a view: {position}");
    assert_eq!(seen.outcome(), position.outcome(), "outcome of a view: {position}");
}

fn texts_round_trip<P: Position>(position: &P) {
    let text = position.to_string();
    assert!(!text.contains('\n'), "one line: {text}");
    let again: P = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(again, *position, "the position's text round-trips");
    assert_eq!(again.to_string(), text, "and is written the same way");
    assert_eq!(again.key(), position.key(), "kept key = key made anew: {text}");
    for viewer in [Viewer::Player(position.side_to_move()), Viewer::Watcher, Viewer::Judge] {
        let view = position.view(viewer);
        assert_eq!(view.to_string().parse(), Ok(view), "views round-trip: {text}");
    }
}

/// The rules decide before anything else does, and only games with draws are drawn.
fn conclusion_laws<P: Position>(record: &Record<P>) {
    let Some(end) = record.conclusion() else { return };
    let position = record.position();
    let by_rules = end.reason == Reason::Rules;
    assert_eq!(by_rules.then_some(end.outcome), position.outcome(), "who decides: {position}");
    assert!(P::HAS_DRAWS || end.outcome != Outcome::Draw, "no draws: {position}");
}

/// What stood before a move that is progress never stands again, or it would not be one.
fn progress_is_not_undone<P: Position>(record: &Record<P>) {
    let positions = record.positions();
    let mut before = BTreeSet::new();
    let mut since = BTreeSet::new();
    for (position, &mv) in positions.iter().zip(record.moves()) {
        since.insert(position.to_string());
        if position.is_progress(mv) {
            before.append(&mut since);
        }
        let next = position.after(mv).to_string();
        assert!(!before.contains(&next), "progress is undone by {mv} in {position}");
    }
}

fn record_laws<P: Position>(mut record: Record<P>) {
    let text = record.to_string();
    let again: Record<P> = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(again, record, "the record's text round-trips");
    while let Some(mv) = record.undo() {
        let mut redone = record.clone();
        redone.play(mv).expect("what was undone can be played again");
        assert_eq!(redone.position(), &again.positions()[redone.ply()], "undo");
    }
    assert_eq!(record.position(), again.start(), "all undone is the start");
}
