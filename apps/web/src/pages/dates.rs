//! Dates in the local time zone.

use js_sys::Date;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The day of a moment in milliseconds since 1970, such as 16 Nov 2026.
pub(crate) fn day_text(at: f64) -> String {
    let date = Date::new(&JsValue::from_f64(at));
    let month = MONTHS.get(date.get_month() as usize).copied().unwrap_or_default();
    format!("{} {month} {}", date.get_date(), date.get_full_year())
}

/// The same, for people and for programs that read pages.
pub(crate) fn day(at: f64) -> impl IntoView {
    let exact = String::from(Date::new(&JsValue::from_f64(at)).to_iso_string());
    view! { <time datetime=exact>{day_text(at)}</time> }
}

/// The minute of a moment, such as 16 Nov 2026, 14:05.
pub(crate) fn minute_text(at: f64) -> String {
    let date = Date::new(&JsValue::from_f64(at));
    format!("{}, {}:{:02}", day_text(at), date.get_hours(), date.get_minutes())
}

/// The same, for people and for programs that read pages.
pub(crate) fn minute(at: f64) -> impl IntoView {
    let exact = String::from(Date::new(&JsValue::from_f64(at)).to_iso_string());
    view! { <time datetime=exact>{minute_text(at)}</time> }
}

/// The first moment of a day that a field of dates holds, such as `2026-11-16`, in this time zone.
pub(crate) fn first_moment(day: &str, days_later: u32) -> Option<f64> {
    let mut numbers = day.split('-').map(|number| number.parse::<u32>().ok());
    let (year, month, date) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let moment = Date::new_with_year_month_day(year, month as i32 - 1, (date + days_later) as i32);
    let at = moment.get_time();
    at.is_finite().then_some(at.max(0.0))
}
