//! Start-up in slices (cooperative scheduling): the first page is drawn in many short tasks.
//!
//! Drawn at once, a page keeps the browser busy for a few hundred milliseconds on a phone, most of them spent on
//! compiling functions of the module when they are first called. In between two slices the browser paints,
//! scrolls and answers. Meanwhile visitors see what the server wrote into the page, which goes when all slices are
//! drawn.

use crate::browser;
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::VecDeque;

/// What is still to be done, in order.
#[derive(Default)]
struct TaskQueue {
    tasks: VecDeque<Box<dyn FnOnce()>>,
    /// Whether the browser was asked to run the next one.
    is_scheduled: bool,
    /// Whether the page that the address names has begun to be drawn.
    has_page: bool,
}

thread_local! {
    static QUEUE: RefCell<TaskQueue> = RefCell::default();
}

/// Runs something in a task of its own, after what was asked for before.
pub(crate) fn enqueue(task: impl FnOnce() + 'static) {
    let first = QUEUE.with_borrow_mut(|queue| {
        queue.tasks.push_back(Box::new(task));
        !std::mem::replace(&mut queue.is_scheduled, true)
    });
    if first {
        browser::next_task(run_next);
    }
}

/// Runs one task and leaves the next to another turn of the browser.
fn run_next() {
    let task = QUEUE.with_borrow_mut(|queue| queue.tasks.pop_front());
    match task {
        Some(task) => {
            task();
            browser::next_task(run_next);
        }
        None => finish(),
    }
}

/// Everything so far is drawn.
fn finish() {
    let has_page = QUEUE.with_borrow_mut(|queue| {
        queue.is_scheduled = false;
        queue.has_page
    });
    if has_page {
        browser::end_waiting();
    }
}

/// The page that the address names is about to be drawn: what the server wrote goes when all of it is.
pub(crate) fn page_begins() {
    QUEUE.with_borrow_mut(|queue| queue.has_page = true);
    enqueue(|| ());
}

/// How something is drawn, of one type: what is done with it is compiled once.
type DrawOnce = Box<dyn FnOnce() -> AnyView>;

/// Draws something in a task of its own while the first page is being drawn, and at once on later pages: by then
/// its code is compiled.
pub(crate) fn sliced(draw: impl FnOnce() -> AnyView + 'static) -> AnyView {
    if browser::is_waiting() { in_turn(Box::new(draw)) } else { draw() }
}

/// Draws something in a task of its own; its place is empty until then.
pub(crate) fn deferred(draw: impl FnOnce() -> AnyView + 'static) -> AnyView {
    in_turn(Box::new(draw))
}

fn in_turn(draw: DrawOnce) -> AnyView {
    let drawn = RwSignal::new(false);
    enqueue(move || {
        // The page may have been left meanwhile.
        let _ = drawn.try_set(true);
    });
    let draw = StoredValue::new_local(Some(draw));
    let slice = move || {
        let draw = drawn.get().then(|| draw.try_update_value(Option::take)).flatten().flatten()?;
        Some(untrack(draw))
    };
    slice.into_any()
}
