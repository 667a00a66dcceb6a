//! Start-up in slices (cooperative scheduling): the first page is drawn in many short tasks.
//!
//! Drawn at once, a page keeps the browser busy for a few hundred milliseconds on a phone, most of them spent on
//! compiling functions of the module when they are first called. In between two slices the browser paints,
//! scrolls and answers. Meanwhile visitors see what the server wrote into the page, which goes when all slices are
//! drawn but those that are deferred: what lies below the first screen, and what cannot be seen.

use crate::browser;
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::VecDeque;

/// Something to be done in a task of the browser.
type QueuedTask = Box<dyn FnOnce()>;
type TaskList = VecDeque<QueuedTask>;

/// What is still to be done, in order.
#[derive(Default)]
struct TaskQueue {
    /// What the visitor waits for.
    tasks: TaskList,
    /// What is drawn when the page is seen.
    deferred: TaskList,
    /// Whether the browser was asked to run the next one.
    is_scheduled: bool,
    stage: Stage,
}

/// How far the first page is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Stage {
    /// The page that the address names is not there yet.
    #[default]
    Starting,
    /// It is being drawn, under what the server wrote.
    Drawing,
    /// It is seen; what was deferred is still drawn.
    Seen,
    Done,
}

thread_local! {
    static QUEUE: RefCell<TaskQueue> = RefCell::default();
}

/// Runs something in a task of its own, after what was asked for before.
pub(crate) fn enqueue(task: impl FnOnce() + 'static) {
    add(Box::new(task), |queue| &mut queue.tasks);
}

fn add(task: QueuedTask, list: fn(&mut TaskQueue) -> &mut TaskList) {
    let first = QUEUE.with_borrow_mut(|queue| {
        list(queue).push_back(task);
        !std::mem::replace(&mut queue.is_scheduled, true)
    });
    if first {
        browser::next_task(run_next);
    }
}

/// Runs one task and leaves the next to another turn of the browser.
fn run_next() {
    let task = QUEUE.with_borrow_mut(|queue| match queue.stage {
        Stage::Starting | Stage::Drawing => queue.tasks.pop_front(),
        Stage::Seen | Stage::Done => queue.tasks.pop_front().or_else(|| queue.deferred.pop_front()),
    });
    match task {
        Some(task) => {
            task();
            browser::next_task(run_next);
        }
        None => finish(),
    }
}

/// Nothing is left to do at this stage.
fn finish() {
    let (is_drawn, goes_on) = QUEUE.with_borrow_mut(|queue| {
        let is_drawn = queue.stage == Stage::Drawing;
        queue.stage = match queue.stage {
            Stage::Drawing => Stage::Seen,
            Stage::Seen => Stage::Done,
            other => other,
        };
        queue.is_scheduled = queue.stage == Stage::Seen;
        (is_drawn, queue.is_scheduled)
    });
    if is_drawn {
        browser::end_waiting();
    }
    if goes_on {
        browser::next_task(run_next);
    }
}

/// The page that the address names is about to be drawn: what the server wrote goes when all of it is that was not
/// deferred.
pub(crate) fn page_begins() {
    QUEUE.with_borrow_mut(|queue| {
        if queue.stage == Stage::Starting {
            queue.stage = Stage::Drawing;
        }
    });
    enqueue(|| ());
}

/// How something is drawn, of one type: what is done with it is compiled once.
type DrawOnce = Box<dyn FnOnce() -> AnyView>;

/// Draws something in a task of its own while the first page is being drawn, and at once on later pages: by then
/// its code is compiled.
pub(crate) fn sliced(draw: impl FnOnce() -> AnyView + 'static) -> AnyView {
    let is_first = QUEUE.with_borrow(|queue| queue.stage != Stage::Done);
    if is_first { in_turn(Box::new(draw), |queue| &mut queue.tasks) } else { draw() }
}

/// Draws something in a task of its own, when all that is not deferred is seen; its place is empty until then.
pub(crate) fn deferred(draw: impl FnOnce() -> AnyView + 'static) -> AnyView {
    in_turn(Box::new(draw), |queue| &mut queue.deferred)
}

/// Runs something when all that is not deferred is drawn.
pub(crate) fn when_drawn(task: impl FnOnce() + 'static) {
    add(Box::new(task), |queue| &mut queue.deferred);
}

fn in_turn(draw: DrawOnce, list: fn(&mut TaskQueue) -> &mut TaskList) -> AnyView {
    let drawn = RwSignal::new(false);
    let task = move || {
        // The page may have been left meanwhile.
        let _ = drawn.try_set(true);
    };
    add(Box::new(task), list);
    let draw = StoredValue::new_local(Some(draw));
    let slice = move || {
        let draw = drawn.get().then(|| draw.try_update_value(Option::take)).flatten().flatten()?;
        Some(untrack(draw))
    };
    slice.into_any()
}
