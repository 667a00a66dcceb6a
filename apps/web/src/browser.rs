//! Browser APIs: timer, title, icon, focus, clipboard, local storage, performance marks.

use js_sys::{Function, Reflect};
use leptos::prelude::{document, on_cleanup, set_interval_with_handle, set_timeout, window};
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Element, HtmlElement, Storage};

/// Before the names of everything we keep.
const PREFIX: &str = "sixfold.";

/// Calls `action` again and again, until the part of the page that asks for it is gone.
pub(crate) fn repeat(period: Duration, action: impl Fn() + 'static) {
    let timer = set_interval_with_handle(action, period);
    on_cleanup(move || {
        if let Ok(timer) = timer {
            timer.clear();
        }
    });
}

/// What the server wrote into the page, as long as it is there.
fn first_html() -> Option<Element> {
    document().get_element_by_id("wait")
}

/// Takes away what the server wrote into the page: the app has drawn the page now.
pub(crate) fn end_waiting() {
    if let Some(wait) = first_html() {
        wait.remove();
    }
}

/// Calls `action` in the browser's next task. Timers would wait 4 ms each (the clamp of nested timers), so they
/// are used only where there is no `scheduler`.
pub(crate) fn next_task(action: impl FnOnce() + 'static) {
    let scheduler = Reflect::get(&window(), &"scheduler".into()).unwrap_or_default();
    match Reflect::get(&scheduler, &"postTask".into()).map(JsCast::dyn_into::<Function>) {
        Ok(Ok(post)) => {
            // It fails only for options that it does not know.
            let _ = post.call1(&scheduler, &Closure::once_into_js(action));
        }
        _ => set_timeout(action, Duration::ZERO),
    }
}

/// Names the page in the window's title.
pub(crate) fn set_title(place: &str) {
    document().set_title(&if place.is_empty() {
        "Sixfold".to_owned()
    } else {
        format!("{place} · Sixfold")
    });
}

/// The window's icon.
pub(crate) fn icon() -> String {
    let link = document().query_selector("link[rel='icon']").ok().flatten();
    link.and_then(|link| link.get_attribute("href")).unwrap_or_default()
}

/// Gives the window another icon.
pub(crate) fn set_icon(address: &str) {
    let link = document().query_selector("link[rel='icon']").ok().flatten();
    if let Some(link) = link.filter(|link| link.get_attribute("href").as_deref() != Some(address)) {
        let _ = link.set_attribute("href", address);
    }
}

/// Whether the page is hidden (Page Visibility API).
pub(crate) fn is_hidden() -> bool {
    document().hidden()
}

/// Puts the focus on an element of the page.
pub(crate) fn focus(id: &str) {
    let element = document().get_element_by_id(id).and_then(|e| e.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        // An element that cannot take the focus leaves it where it was.
        let _ = element.focus();
    }
}

/// The content of a `meta` element, by its name.
pub(crate) fn meta(name: &str) -> Option<String> {
    let element = document().query_selector(&format!("meta[name='{name}']")).ok()??;
    element.get_attribute("content")
}

/// Writes a setting where the style sheets see it.
pub(crate) fn mark_page(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        // Names are plain: no browser refuses them.
        let _ = root.set_attribute(&format!("data-{name}"), value);
    }
}

/// What style sheets see of a setting.
pub(crate) fn marked(name: &str) -> Option<String> {
    let root = document().document_element()?.dyn_into::<HtmlElement>().ok()?;
    root.dataset().get(name)
}

/// Where the site is, such as `https://example.org`.
pub(crate) fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Copies a text, where the browser lets pages do so.
pub(crate) fn copy(text: &str) -> bool {
    let clipboard = window().navigator().clipboard();
    let there = !AsRef::<JsValue>::as_ref(&clipboard).is_undefined();
    if there {
        // The browser shows the user whether it was permitted.
        let _ = clipboard.write_text(text);
    }
    there
}

/// Local storage; nothing where it is forbidden: then nothing is stored, and all else works.
fn storage() -> Option<Storage> {
    window().local_storage().ok()?
}

/// Reads a value from local storage.
pub(crate) fn read_storage(name: &str) -> Option<String> {
    storage()?.get_item(&format!("{PREFIX}{name}")).ok()?
}

/// Writes a value to local storage, if there is room.
pub(crate) fn write_storage(name: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("{PREFIX}{name}"), value);
    }
}

/// The width and height of the window, in pixels.
pub(crate) fn window_size() -> (f64, f64) {
    let pixels = |size: Result<JsValue, _>| size.ok().and_then(|v| v.as_f64());
    let (width, height) = (window().inner_width(), window().inner_height());
    (pixels(width).unwrap_or(1280.0), pixels(height).unwrap_or(800.0))
}

/// Notes for those who measure that something is there, the first time it is.
pub(crate) fn mark_time(name: &str) {
    if let Some(performance) = window().performance() {
        // Marks are for measuring; a page without them works as well.
        let _ = performance.mark(name);
    }
}

/// Milliseconds since the page was opened, which only ever grow, if the browser has them.
pub(crate) fn monotonic_ms() -> f64 {
    window().performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}

/// Whether the system asks for less motion.
pub(crate) fn prefers_reduced_motion() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Whether a media query holds.
pub(crate) fn matches(query: &str) -> bool {
    let query = window().match_media(query);
    query.ok().flatten().is_some_and(|query| query.matches())
}

/// Makes the elements that selectors name first unreachable, or reachable again.
pub(crate) fn set_inert(selectors: &[&str], inert: bool) {
    let found = selectors.iter().filter_map(|one| document().query_selector(one).ok().flatten());
    for element in found {
        // Changing an attribute of an element that is there does not fail.
        let _ = if inert {
            element.set_attribute("inert", "")
        } else {
            element.remove_attribute("inert")
        };
    }
}

/// Where an element is in the window: left, top, width and height, in pixels.
///
/// By name: the type of the answer would cost a feature of `web-sys` for four numbers.
pub(crate) fn bounds(element: &Element) -> Option<[f64; 4]> {
    let measure = Reflect::get(element, &"getBoundingClientRect".into()).ok()?;
    let rect = measure.dyn_into::<Function>().ok()?.call0(element).ok()?;
    let side = |name: &str| Reflect::get(&rect, &name.into()).ok()?.as_f64();
    Some([side("left")?, side("top")?, side("width")?, side("height")?])
}

/// Whether a part of an element is inside the window.
pub(crate) fn is_in_window(element: &Element) -> bool {
    let (width, height) = window_size();
    bounds(element).is_some_and(|[left, top, wide, high]| {
        left < width && top < height && left + wide > 0.0 && top + high > 0.0
    })
}

/// Puts the focus on the cell of the board that is in the tab order, and shows the panel beside it from
/// its beginning: it may have been scrolled while it was a form.
pub(crate) fn focus_board() {
    if let Some(panel) = document().query_selector(".one-screen > .panel").ok().flatten() {
        panel.set_scroll_top(0);
    }
    let cell = document().query_selector(".board .cell[tabindex='0']").ok().flatten();
    if let Some(cell) = cell {
        // SVG elements take the focus as HTML elements do.
        let _ = cell.unchecked_into::<HtmlElement>().focus();
    }
}
