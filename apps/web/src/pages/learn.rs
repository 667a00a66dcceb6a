//! Learn: every rule on a board where the reader makes the move.
//!
//! What is said and which moves solve a lesson comes from `lessons`; there is no rule here. The
//! lesson shown stands in the address, behind `#`. The guided game for newcomers is a series
//! of its own.

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

/// Which lessons are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SeriesKind {
    /// All lessons of a game.
    Lessons,
    /// The guided game for newcomers.
    Guided,
}

/// The lessons of a game, and what the reader has solved of them.
#[derive(Clone, Copy)]
struct LessonSeries {
    game: GameName,
    kind: SeriesKind,
    lessons: StoredValue<Vec<Lesson>>,
    progress: RwSignal<Progress>,
}

impl LessonSeries {
    fn new(game: GameName, kind: SeriesKind) -> Self {
        let (lessons, progress) = match kind {
            SeriesKind::Lessons => (lessons(game), Progress::load(game)),
            // The guided game always starts at its first step.
            SeriesKind::Guided => (guided(game), Progress::default()),
        };
        let progress = RwSignal::new(progress);
        Self { game, kind, lessons: StoredValue::new(lessons), progress }
    }

    fn solve(self, lesson: &Lesson) {
        self.progress.update(|progress| progress.add(lesson));
        if self.kind == SeriesKind::Lessons {
            self.progress.with_untracked(|progress| progress.keep(self.game));
        }
    }

    /// A lesson; of a game that has none, where else it can be learnt.
    fn lesson(self, index: usize) -> AnyView {
        match self.lessons.with_value(|lessons| lessons.get(index).cloned()) {
            Some(lesson) => view! { <LessonView series=self index lesson /> }.into_any(),
            None => view! {
                <p class="notice">"There are no lessons for this game yet. " <RulesLink game=self.game /></p>
            }
            .into_any(),
        }
    }

    const fn step_name(self) -> &'static str {
        match self.kind {
            SeriesKind::Lessons => "Lesson",
            SeriesKind::Guided => "Step",
        }
    }

    fn count(self) -> usize {
        self.lessons.with_value(Vec::len)
    }

    /// The address of a lesson.
    fn address(self, index: usize) -> String {
        let id = self.lessons.with_value(|lessons| lessons[index].id);
        match self.kind {
            SeriesKind::Lessons => format!("{}#{id}", PlayMode::Learn.address(self.game)),
            SeriesKind::Guided => format!("/learn/first/{}#{id}", self.game),
        }
    }
}

#[component]
pub(crate) fn LearnPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), PlayMode::Learn.title()));
    let series = LessonSeries::new(game, SeriesKind::Lessons);
    let at = lesson_at(series);
    // Focus follows to the heading of the next lesson, for screen readers.
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
            {move || series.lesson(at.get())}
            <Contents series at />
        </div>
    }
}

/// The guided game: the first minutes with a game.
#[component]
pub(crate) fn GuidedPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: First game", game.title()));
    let series = LessonSeries::new(game, SeriesKind::Guided);
    let at = lesson_at(series);
    view! {
        <div class=format!("learn guided game-{game}")>
            <header class="learn-head">
                <h1>{format!("Your first game of {}", game.title())}</h1>
                <RulesLink game />
            </header>
            {move || series.lesson(at.get())}
        </div>
    }
}

/// The lesson that the address names, or else where the reader was.
fn lesson_at(series: LessonSeries) -> Memo<usize> {
    let hash = use_location().hash;
    let open = series.progress.with_untracked(|p| series.lessons.with_value(|l| p.next(l)));
    Memo::new(move |before: Option<&usize>| {
        let hash = hash.get();
        let id = hash.trim_start_matches('#');
        let named = series.lessons.with_value(|l| l.iter().position(|lesson| lesson.id == id));
        // Other names behind `#` are other places of the same page.
        named.or(before.copied()).unwrap_or(open)
    })
}

/// All lessons, with those solved marked.
#[component]
fn Contents(series: LessonSeries, at: Memo<usize>) -> impl IntoView {
    let done = move || {
        let done = series.progress.with(|p| series.lessons.with_value(|l| p.count(l)));
        format!("{done} of {} done", series.count())
    };
    let entry = move |index: usize| {
        let lesson = series.lessons.with_value(|lessons| lessons[index].clone());
        let title = lesson.title;
        let solved = Memo::new(move |_| series.progress.with(|p| p.has(&lesson)));
        view! {
            <li class:solved=solved>
                <a href=series.address(index) aria-current=move || (at.get() == index).then_some("step")>
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
    let play = series.lessons.with_value(|l| l.iter().position(about_play)).unwrap_or(0);
    view! {
        <nav class="contents" aria-label="Lessons">
            <div class="contents-head">
                <h2>"Lessons"</h2>
                <p class="progress quiet">{done}</p>
            </div>
            <h3>"The rules"</h3>
            <ol>{(0..play).map(entry).collect_view()}</ol>
            <h3>"How to play"</h3>
            <ol>{(play..series.count()).map(entry).collect_view()}</ol>
        </nav>
    }
}
