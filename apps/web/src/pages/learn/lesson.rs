//! One lesson: something to read, a board, and what is said to the move.

use super::Course;
use crate::board::{Board, BoardOrientation, Buttons, Picking, Tray};
use crate::browser;
use crate::games::PlayMode;
use crate::settings::Names;
use catalog::AnyRecord;
use game::{Side, Viewer};
use leptos::prelude::*;
use lessons::Lesson;
use scene::Table;
use scene::table::Choice;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// What came of the reader's move.
#[derive(Clone, PartialEq, Eq, Debug)]
enum MoveFeedback {
    /// No move was made yet.
    Open,
    /// No move was made yet, and the reader asked for the hint.
    Hinted,
    /// The move solves the lesson.
    Right,
    /// Another move was made: this one, as players write it.
    Wrong(String),
}

/// A lesson while it is being solved.
#[derive(Clone, Copy)]
struct LessonState {
    course: Course,
    lesson: StoredValue<Lesson>,
    table: RwSignal<AnyRecord, LocalStorage>,
    answer: RwSignal<MoveFeedback>,
}

impl LessonState {
    fn new(course: Course, lesson: Lesson) -> Self {
        let table = RwSignal::new_local(fresh(course, &lesson));
        let lesson = StoredValue::new(lesson);
        Self { course, lesson, table, answer: RwSignal::new(MoveFeedback::Open) }
    }

    fn make(self, choice: &Choice) {
        self.table.update(|table| {
            // The board offers legal moves only; another one would change nothing.
            let _ = table.play(&choice.mv);
        });
        if self.lesson.with_value(|lesson| lesson.accepts(&choice.mv)) {
            self.answer.set(MoveFeedback::Right);
            self.lesson.with_value(|lesson| self.course.solve(lesson));
        } else {
            self.answer.set(MoveFeedback::Wrong(choice.human.clone()));
        }
        // The buttons that follow stand on the page by then.
        request_animation_frame(|| browser::focus("lesson-on"));
    }

    fn retry(self) {
        self.lesson.with_value(|lesson| self.table.set(fresh(self.course, lesson)));
        self.answer.set(MoveFeedback::Open);
        focus_board();
    }

    /// Moves can be made until one was made.
    fn choices(self) -> Vec<Choice> {
        match self.answer.get() {
            MoveFeedback::Open | MoveFeedback::Hinted => self.table.with(scene::Table::choices),
            MoveFeedback::Right | MoveFeedback::Wrong(_) => Vec::new(),
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

fn fresh(course: Course, lesson: &Lesson) -> AnyRecord {
    AnyRecord::from_position(course.game, lesson.position).expect("a test sets up every lesson")
}

#[component]
pub(super) fn LessonView(course: Course, index: usize, lesson: Lesson) -> impl IntoView {
    let Lesson { title, task, text, .. } = lesson.clone();
    let lesson_state = LessonState::new(course, lesson);
    let text = text.into_iter().map(|paragraph| view! { <p>{paragraph}</p> });
    view! {
        <section class="lesson-text" aria-labelledby="lesson-title">
            <p class="quiet">{format!("Lesson {} of {}", index + 1, course.count())}</p>
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
    // The reader keeps their seat, whoever is to move after the answer.
    let viewer = Viewer::Player(table.with_untracked(catalog::AnyRecord::side_to_move));
    let scene = Memo::new(move |_| table.with(|t| t.scene(viewer)));
    let choices = Memo::new(move |_| lesson_state.choices());
    let picking = Picking::new(choices.into(), Callback::new(move |c| lesson_state.make(&c)));
    // Tasks and hints speak of cells by name.
    view! {
        <div class="board-side lesson-board">
            <Tray scene picking side=Side::Second />
            <Board scene picking orientation=BoardOrientation::default() names=Names::Shown />
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

/// What is said to the move, and the way on.
fn answer(lesson_state: LessonState, index: usize) -> impl IntoView {
    let Lesson { done, hint, .. } = lesson_state.lesson.get_value();
    let state = lesson_state.answer;
    let said = move || {
        let (word, sentence) = match state.get() {
            MoveFeedback::Open => return None,
            MoveFeedback::Hinted => ("Hint. ".to_owned(), hint),
            MoveFeedback::Right => ("Right. ".to_owned(), done),
            MoveFeedback::Wrong(human) => (format!("{human} is another move. "), hint),
        };
        Some(view! { <p><strong>{word}</strong>{sentence}</p> })
    };
    let way_on = move || match state.get() {
        MoveFeedback::Open | MoveFeedback::Hinted => view! {
            <button type="button" class="button" on:click=move |_| state.set(MoveFeedback::Hinted)>
                "Hint"
            </button>
        }
        .into_any(),
        MoveFeedback::Right => next(lesson_state.course, index).into_any(),
        MoveFeedback::Wrong(_) => view! {
            <button id="lesson-on" type="button" class="button primary" aria-describedby="answer"
                on:click=move |_| lesson_state.retry()
            >
                "Try again"
            </button>
        }
        .into_any(),
    };
    view! {
        <section
            class="answer"
            class:right=move || state.get() == MoveFeedback::Right
            class:wrong=move || matches!(state.get(), MoveFeedback::Wrong(_))
        >
            <div id="answer" role="status">{said}</div>
            <div class="actions">{way_on}</div>
        </section>
    }
}

fn next(course: Course, index: usize) -> impl IntoView {
    if index + 1 < course.count() {
        view! {
            <a id="lesson-on" class="button primary" href=course.address(index + 1) aria-describedby="answer">
                "Next lesson"
            </a>
        }
    } else {
        view! {
            <a id="lesson-on" class="button primary" href=PlayMode::Play.address(course.game) aria-describedby="answer">
                "Play the computer"
            </a>
        }
    }
}
