//! Learn: every rule on a board where the reader makes the move.
//!
//! What is said and which moves solve a lesson comes from `lessons`; there is no rule here. The
//! lesson shown stands in the address, behind `#`. The guided game for newcomers is a short course of
//! its own.

mod lesson;
mod progress;

use super::play_modes::PlayModes;
use super::rules_link::RulesLink;
use crate::browser;
use crate::games::PlayMode;
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::hooks::use_location;
use lesson::LessonView;
use lessons::{Lesson, guided, lessons};
use progress::Progress;

/// Which lessons a course has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CourseKind {
    /// All lessons of a game.
    Lessons,
    /// The guided game for newcomers.
    Guided,
}

/// The lessons of a game, and what the reader has solved of them.
#[derive(Clone, Copy)]
struct Course {
    game: GameName,
    kind: CourseKind,
    lessons: StoredValue<Vec<Lesson>>,
    progress: RwSignal<Progress>,
}

impl Course {
    fn new(game: GameName, kind: CourseKind) -> Self {
        let (lessons, progress) = match kind {
            CourseKind::Lessons => (lessons(game), Progress::kept(game)),
            // Whoever comes back to it plays it again.
            CourseKind::Guided => (guided(game), Progress::default()),
        };
        let progress = RwSignal::new(progress);
        Self { game, kind, lessons: StoredValue::new(lessons), progress }
    }

    fn solve(self, lesson: &Lesson) {
        self.progress.update(|progress| progress.add(lesson));
        if self.kind == CourseKind::Lessons {
            self.progress.with_untracked(|progress| progress.keep(self.game));
        }
    }

    /// A lesson; of a game that has none, where else it can be learnt.
    fn lesson(self, index: usize) -> AnyView {
        match self.lessons.with_value(|lessons| lessons.get(index).cloned()) {
            Some(lesson) => view! { <LessonView course=self index lesson /> }.into_any(),
            None => view! {
                <p class="notice">"There are no lessons for this game yet. " <RulesLink game=self.game /></p>
            }
            .into_any(),
        }
    }

    const fn step_name(self) -> &'static str {
        match self.kind {
            CourseKind::Lessons => "Lesson",
            CourseKind::Guided => "Step",
        }
    }

    fn count(self) -> usize {
        self.lessons.with_value(Vec::len)
    }

    /// The address of a lesson.
    fn address(self, index: usize) -> String {
        let id = self.lessons.with_value(|lessons| lessons[index].id);
        match self.kind {
            CourseKind::Lessons => format!("{}#{id}", PlayMode::Learn.address(self.game)),
            CourseKind::Guided => format!("/learn/first/{}#{id}", self.game),
        }
    }
}

#[component]
pub(crate) fn LearnPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), PlayMode::Learn.title()));
    let course = Course::new(game, CourseKind::Lessons);
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
            {move || course.lesson(at.get())}
            <Contents course at />
        </div>
    }
}

/// The guided game: the first minutes with a game.
#[component]
pub(crate) fn GuidedPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: First game", game.title()));
    let course = Course::new(game, CourseKind::Guided);
    let at = lesson_at(course);
    view! {
        <div class=format!("learn guided game-{game}")>
            <header class="learn-head">
                <h1>{format!("Your first game of {}", game.title())}</h1>
                <RulesLink game />
            </header>
            {move || course.lesson(at.get())}
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
    // The lessons on how to play follow those on the rules.
    let about_play = |lesson: &Lesson| lesson.id.starts_with("play-");
    let play = course.lessons.with_value(|l| l.iter().position(about_play)).unwrap_or(0);
    view! {
        <nav class="contents" aria-label="Lessons">
            <div class="contents-head">
                <h2>"Lessons"</h2>
                <p class="progress quiet">{done}</p>
            </div>
            <h3>"The rules"</h3>
            <ol>{(0..play).map(entry).collect_view()}</ol>
            <h3>"How to play"</h3>
            <ol>{(play..course.count()).map(entry).collect_view()}</ol>
        </nav>
    }
}
