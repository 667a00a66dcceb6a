//! A line on standard error that says how far long work has come; nothing if that is no terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for work of so many parts, with room for a few words.
pub(crate) fn bar(what: &str, parts: usize) -> ProgressBar {
    let style = "{prefix} {bar:24} {pos}/{len}  {msg}  {eta} left";
    styled(ProgressBar::new(parts as u64), what, style)
}

/// A line of words for work whose end is not known.
pub(crate) fn line(what: &str) -> ProgressBar {
    styled(ProgressBar::new_spinner(), what, "{prefix} {elapsed}  {msg}")
}

fn styled(bar: ProgressBar, what: &str, template: &str) -> ProgressBar {
    // Templates are part of the source; a wrong one would leave the usual style.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_prefix(what.to_owned())
}
