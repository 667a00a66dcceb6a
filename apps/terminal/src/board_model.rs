//! What is drawn of a game and can be done in it, the same for a game at this terminal and one online.

use analysis::ReviewedMove;
use catalog::AnyRecord;
use game::{Outcome, Reason, Side, Viewer};
use scene::table::Choice;
use scene::{Scene, Shortcut, Table};

/// A game as the screen shows it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BoardModel {
    /// The picture of the position that is shown.
    pub(crate) scene: Scene,
    /// What can be played now.
    pub(crate) choices: Vec<Choice>,
    /// Moves with a name of their own.
    pub(crate) shortcuts: Vec<Shortcut<Choice>>,
    /// The moves so far.
    pub(crate) moves: Vec<ListedMove>,
    /// After how many of them the position is shown.
    pub(crate) ply: usize,
    /// Whose turn it is, if the game goes on.
    pub(crate) turn: Option<Side>,
    /// How the game ended, as a sentence.
    pub(crate) result: Option<String>,
}

/// A move of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ListedMove {
    pub(crate) side: Side,
    pub(crate) text: String,
    /// What a review says of it: `?!`, `?`, `??` or nothing.
    pub(crate) mark: &'static str,
}

impl BoardModel {
    /// A record as `viewer` may see it after `ply` moves, with the marks of a review.
    pub(crate) fn of_record(
        record: &AnyRecord,
        viewer: Viewer,
        ply: Option<usize>,
        seed: u64,
        review: &[ReviewedMove],
    ) -> Self {
        let ply = ply.unwrap_or(record.ply()).min(record.ply());
        let now = ply == record.ply();
        let mark = |at: usize| review.iter().find(|judged| judged.ply == at);
        let listed = record.played(viewer).into_iter().enumerate().map(|(at, played)| ListedMove {
            side: played.side,
            text: played.human,
            mark: mark(at).map_or("", |judged| judged.quality.mark()),
        });
        Self {
            scene: if now { record.scene(viewer) } else { record.scene_at(ply, viewer) },
            choices: record.choices(),
            shortcuts: record.shortcuts(seed),
            moves: listed.collect(),
            ply,
            turn: record.conclusion().is_none().then(|| record.side_to_move()),
            result: result_text(record),
        }
    }

    /// Whether the present position is shown, and not an earlier one.
    pub(crate) fn is_present(&self) -> bool {
        self.ply == self.moves.len()
    }
}

/// How a game ended, as a sentence without its full stop; nothing while it goes on.
pub fn result_text(record: &AnyRecord) -> Option<String> {
    let conclusion = record.conclusion()?;
    let scene = record.scene(Viewer::Judge);
    let reason = match conclusion.reason {
        Reason::Rules => return Some(scene.caption),
        Reason::Repetition => "the same position stood for the third time",
        Reason::QuietLimit => "too many moves without progress",
        Reason::Resignation => "resignation",
        Reason::Time => "time",
        Reason::Agreement => "agreement",
        Reason::Adjudication => "adjudication",
    };
    let who = match conclusion.outcome {
        Outcome::Win(side) => format!("{} wins", scene.colours[side]),
        Outcome::Draw => "A draw".to_owned(),
    };
    Some(format!("{who}: {reason}"))
}
