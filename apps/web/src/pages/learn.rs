//! Learn: every rule on a board where the reader makes the move.
//!
//! What is said and which moves solve a lesson comes from `lessons`; there is no rule here. The
//! lesson shown stands in the address, behind `#`.

mod lesson;
mod progress;

use super::play_modes::PlayModes;
use crate::browser;
use crate::games::PlayMode;
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::hooks::use_location;
use lesson::LessonView;
use lessons::{Lesson, lessons};
use progress::Progress;

/// The lessons of a game, and what the reader has solved of them.
#[derive(Clone, Copy)]
struct Course {
    game: GameName,
    lessons: StoredValue<Vec<Lesson>>,
    progress: RwSignal<Progress>,
}

impl Course {
    fn new(game: GameName) -> Self {
        let progress = RwSignal::new(Progress::kept(game));
        Self { game, lessons: StoredValue::new(lessons(game)), progress }
    }

    fn solve(self, lesson: &Lesson) {
        self.progress.update(|progress| progress.add(lesson));
        self.progress.with_untracked(|progress| progress.keep(self.game));
    }

    fn count(self) -> usize {
        self.lessons.with_value(Vec::len)
    }

    /// The address of a lesson.
    fn address(self, index: usize) -> String {
        let id = self.lessons.with_value(|lessons| lessons[index].id);
        format!("{}#{id}", PlayMode::Learn.address(self.game))
    }
}

#[component]
pub(crate) fn LearnPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), PlayMode::Learn.title()));
    let course = Course::new(game);
    let at = lesson_at(course);
    // Whoever goes on to another lesson reads on at its heading.
    Effect::new(move |before: Option<usize>| {
        let now = at.get();
        if before.is_some_and(|before| before != now) {
            browser::focus("lesson-title");
        }
        now
    });
    view! {
        <div class=format!("learn game-{game}")>
            <header class="learn-head">
                <h1>{game.title()}</h1>
                <PlayModes game mode=PlayMode::Learn />
            </header>
            {move || {
                let index = at.get();
                let lesson = course.lessons.with_value(|lessons| lessons[index].clone());
                view! { <LessonView course index lesson /> }
            }}
            <Contents course at />
        </div>
    }
}

/// The lesson that the address names, or else where the reader was.
fn lesson_at(course: Course) -> Memo<usize> {
    let hash = use_location().hash;
    let open = course.progress.with_untracked(|p| course.lessons.with_value(|l| p.next(l)));
    Memo::new(move |before: Option<&usize>| {
        let hash = hash.get();
        let id = hash.trim_start_matches('#');
        let named = course.lessons.with_value(|l| l.iter().position(|lesson| lesson.id == id));
        // Other names behind `#` are other places of the same page.
        named.or(before.copied()).unwrap_or(open)
    })
}

/// All lessons, with those solved marked.
#[component]
fn Contents(course: Course, at: Memo<usize>) -> impl IntoView {
    let done = move || {
        let done = course.progress.with(|p| course.lessons.with_value(|l| p.count(l)));
        format!("{done} of {} done", course.count())
    };
    let entry = move |index: usize| {
        let lesson = course.lessons.with_value(|lessons| lessons[index].clone());
        let title = lesson.title;
        let solved = Memo::new(move |_| course.progress.with(|p| p.has(&lesson)));
        view! {
            <li class:solved=solved>
                <a href=course.address(index) aria-current=move || (at.get() == index).then_some("step")>
                    <span class="tick" aria-hidden="true">
                        {move || if solved.get() { "✓".to_owned() } else { (index + 1).to_string() }}
                    </span>
                    {title}
                    <span class="unseen">{move || solved.get().then_some(", done")}</span>
                </a>
            </li>
        }
    };
    view! {
        <nav class="contents" aria-label="Lessons">
            <div class="contents-head">
                <h2>"Lessons"</h2>
                <p class="progress quiet">{done}</p>
            </div>
            <ol>{(0..course.count()).map(entry).collect_view()}</ol>
        </nav>
    }
}
