//! One lesson: text, a board, and the answer to the move.

use super::{LessonSeries, SeriesKind};
use crate::board::{BoardOrientation, Buttons, Picking, Tray};
use crate::browser;
use crate::games::PlayMode;
use crate::pages::played_board::PlayedBoard;
use catalog::AnyRecord;
use game::{Side, Viewer};
use leptos::prelude::*;
use lessons::{Lesson, Response};
use scene::Table;
use scene::table::Choice;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The opponent answers no sooner than this, so that the reader sees their own move first.
const PAUSE: Duration = Duration::from_millis(600);

/// What came of the reader's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
enum MoveFeedback {
    /// The reader has to move.
    Open,
    /// The reader has to move, and asked for the hint.
    Hinted,
    /// The last move was right, the opponent answers.
    Answering,
    /// The last move was right, the opponent has answered this, as players write it.
    Next(String),
    /// The lesson is solved.
    Right,
    /// Another move was made: this one, as players write it, which is wrong for this reason.
    Wrong(String, String),
}

impl MoveFeedback {
    /// Whether the reader can move.
    const fn is_open(&self) -> bool {
        matches!(self, Self::Open | Self::Hinted | Self::Next(_))
    }
}

/// A lesson while it is being solved.
#[derive(Clone, Copy)]
pub(super) struct LessonState {
    series: LessonSeries,
    lesson: StoredValue<Lesson>,
    pub(super) table: RwSignal<AnyRecord, LocalStorage>,
    answer: RwSignal<MoveFeedback>,
    /// How many right moves were made.
    turn: RwSignal<usize>,
    /// Counts tries, so that an answer to an earlier one is not played.
    tries: StoredValue<u32>,
}

impl LessonState {
    pub(super) fn new(series: LessonSeries, lesson: Lesson) -> Self {
        let table = RwSignal::new_local(fresh(&lesson));
        Self {
            series,
            lesson: StoredValue::new(lesson),
            table,
            answer: RwSignal::new(MoveFeedback::Open),
            turn: RwSignal::new(0),
            tries: StoredValue::new(0),
        }
    }

    pub(super) fn make(self, choice: &Choice) {
        let position = self.table.with_untracked(AnyRecord::position);
        let turn = self.turn.get_untracked();
        let response = self.lesson.with_value(|l| l.respond(&position, turn, &choice.mv));
        self.table.update(|table| {
            // The board offers legal moves only; another one would change nothing.
            let _ = table.play(&choice.mv);
        });
        match response {
            Response::Solved => return self.solved(),
            Response::GoOn(reply) => {
                self.answer.set(MoveFeedback::Answering);
                self.after_pause(move || {
                    let human = self.reply(&reply);
                    self.turn.set(turn + 1);
                    if self.table.with_untracked(|t| t.conclusion().is_some()) {
                        self.solved();
                    } else {
                        self.answer.set(MoveFeedback::Next(human));
                    }
                });
                return;
            }
            Response::Wrong { reason, reply } => {
                self.answer.set(MoveFeedback::Wrong(choice.human.clone(), reason));
                self.after_pause(move || {
                    if let Some(reply) = reply {
                        self.reply(&reply);
                    }
                });
            }
        }
        // The buttons that follow stand on the page by then.
        request_animation_frame(|| browser::focus("lesson-on"));
    }

    fn solved(self) {
        self.answer.set(MoveFeedback::Right);
        self.lesson.with_value(|lesson| self.series.solve(lesson));
        // The buttons that follow stand on the page by then.
        request_animation_frame(|| browser::focus("lesson-on"));
    }

    /// Does something a moment later, if the reader is still at the same try.
    fn after_pause(self, act: impl FnOnce() + 'static) {
        let tries = self.tries.get_value();
        let act = move || {
            if self.tries.try_get_value() == Some(tries) {
                act();
            }
        };
        set_timeout(act, PAUSE);
    }

    /// The opponent plays; gives the move as players write it.
    fn reply(self, mv: &str) -> String {
        self.table.update(|table| {
            // A test plays every answer of every lesson.
            let _ = table.play(mv);
        });
        let viewer = self.viewer();
        let played = self.table.with_untracked(|t| t.played(viewer).pop());
        played.map_or_else(String::new, |played| played.human)
    }

    /// The reader's seat: that of the side to move at the start.
    pub(super) fn viewer(self) -> Viewer {
        Viewer::Player(self.lesson.with_value(|lesson| fresh(lesson).side_to_move()))
    }

    fn retry(self) {
        self.tries.update_value(|tries| *tries += 1);
        self.lesson.with_value(|lesson| self.table.set(fresh(lesson)));
        self.turn.set(0);
        self.answer.set(MoveFeedback::Open);
        focus_board();
    }

    /// What can be played: nothing while an answer is shown or awaited.
    pub(super) fn choices(self) -> Vec<Choice> {
        if self.answer.with(MoveFeedback::is_open) {
            self.table.with(scene::Table::choices)
        } else {
            Vec::new()
        }
    }
}

/// Back to the cell where the reader was.
fn focus_board() {
    let cell = document().query_selector(".lesson-board .cell[tabindex='0']").ok().flatten();
    if let Some(cell) = cell {
        // SVG elements take the focus as HTML elements do.
        let _ = cell.unchecked_into::<HtmlElement>().focus();
    }
}

fn fresh(lesson: &Lesson) -> AnyRecord {
    AnyRecord::from_position(lesson.game, lesson.position).expect("a test sets up every lesson")
}

#[component]
pub(super) fn LessonView(series: LessonSeries, index: usize, lesson: Lesson) -> impl IntoView {
    let Lesson { title, task, text, .. } = lesson.clone();
    let lesson_state = LessonState::new(series, lesson);
    let text = text.into_iter().map(|paragraph| view! { <p>{paragraph}</p> });
    view! {
        <section class="lesson-text" aria-labelledby="lesson-title">
            <p class="quiet">{format!("{} {} of {}", series.step_name(), index + 1, series.count())}</p>
            <h2 id="lesson-title" tabindex="-1">
                {title}
            </h2>
            {text.collect_view()}
            <p class="task">
                <strong>"Your move. "</strong>
                {task}
            </p>
        </section>
        {board(lesson_state)}
        {answer(lesson_state, index)}
    }
}

fn board(lesson_state: LessonState) -> impl IntoView {
    let table = lesson_state.table;
    // The board is not turned after the answer.
    let viewer = lesson_state.viewer();
    let scene = Memo::new(move |_| table.with(|t| t.scene(viewer)));
    let choices = Memo::new(move |_| lesson_state.choices());
    let picking = Picking::new(choices.into(), Callback::new(move |c| lesson_state.make(&c)));
    let seen = move || Some(table.get());
    // Tasks and hints speak of cells by name.
    let board = PlayedBoard::new(scene, picking, seen).named_while(|| true);
    view! {
        <div class="board-side lesson-board">
            <Tray scene picking side=Side::Second />
            {board.view(Signal::stored(BoardOrientation::default()), Vec::new)}
            <Tray scene picking side=Side::First />
            <div class="actions">
                <Buttons picking />
            </div>
            <ul class="remarks quiet">
                {move || scene.with(|s| s.remarks.iter().map(|r| view! { <li>{r.clone()}</li> }).collect_view())}
            </ul>
        </div>
    }
}

/// The answer to the move, and the button for the next lesson.
fn answer(lesson_state: LessonState, index: usize) -> impl IntoView {
    let state = lesson_state.answer;
    let way_on = move || match state.get() {
        MoveFeedback::Right => next(lesson_state.series, index).into_any(),
        MoveFeedback::Wrong(..) => view! {
            <button id="lesson-on" type="button" class="button primary" aria-describedby="answer"
                on:click=move |_| lesson_state.retry()
            >
                "Try again"
            </button>
        }
        .into_any(),
        _ => view! {
            <button type="button" class="button" on:click=move |_| state.set(MoveFeedback::Hinted)>
                "Hint"
            </button>
        }
        .into_any(),
    };
    view! {
        <section
            class="answer"
            class:right=move || state.get() == MoveFeedback::Right
            class:wrong=move || matches!(state.get(), MoveFeedback::Wrong(..))
        >
            <div id="answer" role="status">{move || lesson_state.feedback()}</div>
            <div class="actions">{way_on}</div>
        </section>
    }
}

impl LessonState {
    fn feedback(self) -> impl IntoView {
        let Lesson { done, hint, steps, .. } = self.lesson.get_value();
        let (word, sentence) = match self.answer.get() {
            MoveFeedback::Open => return None,
            MoveFeedback::Hinted => ("Hint. ".to_owned(), hint.to_owned()),
            MoveFeedback::Answering => ("Right. ".to_owned(), "The opponent answers …".to_owned()),
            MoveFeedback::Next(human) => {
                let step = steps.get(self.turn.get().saturating_sub(1));
                let step = step.copied().unwrap_or("Go on.");
                ("Right. ".to_owned(), format!("The answer is {human}. {step}"))
            }
            MoveFeedback::Right => ("Right. ".to_owned(), done.to_owned()),
            MoveFeedback::Wrong(human, reason) => (format!("{human} is not it. "), reason),
        };
        Some(view! { <p><strong>{word}</strong>{sentence}</p> })
    }
}

fn next(series: LessonSeries, index: usize) -> impl IntoView {
    if index + 1 < series.count() {
        view! {
            <a id="lesson-on" class="button primary" href=series.address(index + 1) aria-describedby="answer">
                {if series.kind == SeriesKind::Guided { "Next" } else { "Next lesson" }}
            </a>
        }
        .into_any()
    } else {
        view! {
            <a id="lesson-on" class="button primary" href=PlayMode::Play.address(series.game) aria-describedby="answer">
                "Play the computer"
            </a>
            {(series.kind == SeriesKind::Guided).then(|| view! {
                <a class="button" href=PlayMode::Learn.address(series.game)>"Lessons"</a>
            })}
        }
        .into_any()
    }
}
