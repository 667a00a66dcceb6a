//! Mistakes of a reviewed game: the way from one to the next, and another try at each.
//!
//! ```text
//! review ──▶ mistakes ──next, previous──▶ a mistake ──Try again──▶ the position before it
//!                ▲                                                   │ better move found, or shown
//!                └───────────────── the next one ◀───────────────────┘
//! ```

use super::analysis_state::AnalysisState;
use crate::pages::keys::Key;
use analysis::{MoveText, ReviewedMove};
use game::{BySide, Side};
use leptos::prelude::*;
use scene::Table as _;
use study::NodeId;

/// A mistake and what was better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mistake {
    /// Where it was made.
    pub(super) before: NodeId,
    /// The mistake itself.
    pub(super) after: NodeId,
    /// How many moves had been made with it.
    pub(super) ply: usize,
    pub(super) side: Side,
    pub(super) played: String,
    pub(super) better: MoveText,
}

/// Another try at a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Retry {
    /// Its place among the mistakes.
    mistake: usize,
    /// Whose mistakes are gone through; one's own, or all.
    side: Option<Side>,
    found: bool,
}

/// The mistakes of a game, and the one that is tried again.
#[derive(Clone, Copy)]
pub(super) struct Mistakes {
    list: RwSignal<Vec<Mistake>>,
    accuracy: RwSignal<Option<BySide<u8>>>,
    trying: RwSignal<Option<Retry>>,
    /// The answer to the last try.
    said: RwSignal<Option<String>>,
}

impl Mistakes {
    pub(super) fn new() -> Self {
        Self {
            list: RwSignal::new(Vec::new()),
            accuracy: RwSignal::new(None),
            trying: RwSignal::new(None),
            said: RwSignal::new(None),
        }
    }

    /// What a review found.
    pub(super) fn set(self, list: Vec<Mistake>, accuracy: BySide<u8>) {
        self.list.set(list);
        self.accuracy.set(Some(accuracy));
        self.stop();
    }

    /// Forgets everything: there is another game.
    pub(super) fn clear(self) {
        self.list.set(Vec::new());
        self.accuracy.set(None);
        self.stop();
    }

    fn stop(self) {
        self.trying.set(None);
        self.said.set(None);
    }

    fn mistake(self, at: usize) -> Option<Mistake> {
        self.list.with_untracked(|list| list.get(at).cloned())
    }
}

/// Goes to the next mistake after the position that is shown, or to the last one before it.
fn go_to(analysis: AnalysisState, forward: bool) {
    let mistakes = analysis.mistakes;
    mistakes.stop();
    let ply = analysis.table.with_untracked(catalog::AnyRecord::ply);
    let found = mistakes.list.with_untracked(|list| {
        let later = list.iter().find(|mistake| mistake.ply > ply);
        let earlier = list.iter().rev().find(|mistake| mistake.ply < ply);
        (if forward { later } else { earlier }).map(|mistake| mistake.after)
    });
    if let Some(at) = found {
        analysis.go(at);
    }
}

/// The keys of a review.
pub(super) fn keys(analysis: AnalysisState) -> [Key; 2] {
    [
        Key::new(&["n"], "n", "Next mistake", move || go_to(analysis, true)),
        Key::new(&["p"], "p", "Previous mistake", move || go_to(analysis, false)),
    ]
}

/// Shows the position before a mistake, for another try.
fn try_again(analysis: AnalysisState, at: usize, side: Option<Side>) {
    let mistakes = analysis.mistakes;
    let Some(mistake) = mistakes.mistake(at) else {
        mistakes.trying.set(None);
        mistakes.said.set(Some("That was the last one.".to_owned()));
        return;
    };
    // Engine lines would reveal the answer.
    analysis.on.set(false);
    analysis.go(mistake.before);
    mistakes.trying.set(Some(Retry { mistake: at, side, found: false }));
    let colour = colours(analysis)[mistake.side];
    mistakes.said.set(Some(format!("{colour} played {}. Find a better move.", mistake.played)));
}

fn colours(analysis: AnalysisState) -> BySide<&'static str> {
    analysis.table.with_untracked(|table| table.scene(game::Viewer::Watcher).colours)
}

/// Judges a move at a position that is tried again; whether it is to be played.
pub(super) fn try_move(analysis: AnalysisState, mv: &str) -> bool {
    let mistakes = analysis.mistakes;
    let Some(trying) = mistakes.trying.get_untracked().filter(|trying| !trying.found) else {
        return true;
    };
    let Some(mistake) = mistakes.mistake(trying.mistake) else { return true };
    if analysis.at.get_untracked() != mistake.before {
        mistakes.stop();
        return true;
    }
    let found = mistake.better.mv == mv;
    mistakes.trying.set(Some(Retry { found, ..trying }));
    mistakes.said.set(Some(if found {
        format!("Right: {} is the engine's move.", mistake.better.human)
    } else {
        "The engine prefers another move. Try again, or have it shown.".to_owned()
    }));
    found
}

/// Plays the better move.
fn show(analysis: AnalysisState) {
    let mistakes = analysis.mistakes;
    let Some(trying) = mistakes.trying.get_untracked() else { return };
    let Some(mistake) = mistakes.mistake(trying.mistake) else { return };
    mistakes.trying.set(Some(Retry { found: true, ..trying }));
    mistakes.said.set(Some(format!("Better was {}.", mistake.better.human)));
    analysis.play_line(std::slice::from_ref(&mistake.better.mv));
}

/// The first mistake of a side from some place on.
fn next_of(list: &[Mistake], from: usize, side: Option<Side>) -> usize {
    let wanted = |mistake: &Mistake| side.is_none_or(|side| mistake.side == side);
    let found = list.iter().enumerate().skip(from).find(|(_, mistake)| wanted(mistake));
    found.map_or(list.len(), |(at, _)| at)
}

/// What a review found, the way through the mistakes, and tries at them.
#[component]
pub(super) fn MistakesPanel(analysis: AnalysisState) -> impl IntoView {
    let mistakes = analysis.mistakes;
    let accuracy = move || {
        let accuracy = mistakes.accuracy.get()?;
        let colours = colours(analysis);
        let words = Side::BOTH.map(|side| format!("{} {} %", colours[side], accuracy[side]));
        Some(view! { <p id="accuracy">"Accuracy: " <b>{words.join(", ")}</b></p> })
    };
    let start = move |side: Option<Side>| {
        let first = mistakes.list.with_untracked(|list| next_of(list, 0, side));
        try_again(analysis, first, side);
    };
    let practise = move |side: Side| {
        let any = move || mistakes.list.with(|list| list.iter().any(|m| m.side == side));
        let label = move || format!("Practise {}'s mistakes", colours(analysis)[side]);
        view! {
            <Show when=any>
                <button type="button" class="button" on:click=move |_| start(Some(side))>
                    {label}
                </button>
            </Show>
        }
    };
    let here = move || {
        let at = analysis.at.get();
        mistakes.list.with(|list| list.iter().position(|mistake| mistake.after == at))
    };
    view! {
        {accuracy}
        <Show when=move || mistakes.list.with(|list| !list.is_empty())>
            <div class="actions" role="group" aria-label="Mistakes">
                <button type="button" class="button" id="previous-mistake" on:click=move |_| go_to(analysis, false)>
                    "Previous mistake"
                </button>
                <button type="button" class="button" id="next-mistake" on:click=move |_| go_to(analysis, true)>
                    "Next mistake"
                </button>
                {move || here().map(|at| view! {
                    <button type="button" class="button primary" id="try-again" on:click=move |_| try_again(analysis, at, None)>
                        "Try again"
                    </button>
                })}
                {Side::BOTH.map(practise).collect_view()}
            </div>
        </Show>
        {trial(analysis)}
    }
}

/// The try that is under way.
fn trial(analysis: AnalysisState) -> impl IntoView {
    let mistakes = analysis.mistakes;
    let next = move |_| {
        let Some(trying) = mistakes.trying.get_untracked() else { return };
        let at =
            mistakes.list.with_untracked(|list| next_of(list, trying.mistake + 1, trying.side));
        try_again(analysis, at, trying.side);
    };
    let buttons = move || {
        let trying = mistakes.trying.get()?;
        Some(view! {
            <div class="actions">
                {(!trying.found).then(|| view! {
                    <button type="button" class="button" id="show-better" on:click=move |_| show(analysis)>
                        "Show the move"
                    </button>
                })}
                <button type="button" class="button primary" id="next-try" on:click=next>
                    "Next one"
                </button>
            </div>
        })
    };
    view! {
        <div class="trial">
            <p id="try-said" role="status">{move || mistakes.said.get()}</p>
            {buttons}
        </div>
    }
}

/// How precisely the sides played: the mean accuracy of their moves.
pub(super) fn accuracy(judged: &[(Side, &ReviewedMove)]) -> BySide<u8> {
    BySide::from_fn(|side| {
        let own = judged.iter().filter(|(mover, _)| *mover == side);
        let each: Vec<f64> = own.map(|(_, judged)| judged.accuracy()).collect();
        if each.is_empty() {
            100
        } else {
            (each.iter().sum::<f64>() / each.len() as f64).round() as u8
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::{Line, MoveQuality, Score};
    use study::Tree;

    fn text(mv: &str) -> MoveText {
        MoveText { mv: mv.into(), human: mv.into() }
    }

    fn judged(best: Score, played: Score, quality: MoveQuality) -> ReviewedMove {
        let best = Line::new(vec![text("a1")], best);
        ReviewedMove { ply: 0, mv: text("b2"), best, played, quality }
    }

    #[test]
    fn accuracy_is_full_for_best_moves_and_low_for_blunders() {
        let good = judged(Score::Chance(600), Score::Chance(600), MoveQuality::Good);
        let slow = judged(Score::WinIn(3), Score::WinIn(9), MoveQuality::Good);
        let bad = judged(Score::WinIn(3), Score::LossIn(2), MoveQuality::Blunder);
        let found = accuracy(&[(Side::First, &good), (Side::First, &slow), (Side::Second, &bad)]);
        assert_eq!(found.first, 100);
        assert!(found.second < 10, "{}", found.second);
        assert_eq!(accuracy(&[]), BySide::new(100, 100));
    }

    #[test]
    fn mistakes_of_one_side_are_gone_through_in_order() {
        let mistake = |ply: usize, side| Mistake {
            before: Tree::START,
            after: Tree::START,
            ply,
            side,
            played: String::new(),
            better: text("a1"),
        };
        let list = [mistake(1, Side::First), mistake(4, Side::Second), mistake(7, Side::First)];
        assert_eq!(next_of(&list, 0, Some(Side::Second)), 1);
        assert_eq!(next_of(&list, 1, Some(Side::First)), 2);
        assert_eq!(next_of(&list, 1, None), 1);
        assert_eq!(next_of(&list, 2, Some(Side::Second)), 3, "there is no other");
    }
}
