//! A rating over time: a curve to look at, and a table to read.
//!
//! ```text
//! 1600 ┤      ╭─╮
//! 1500 ┼──────╯ ╰──
//!      └───────────  games, in the order in which they ended
//! ```

use crate::http::{Fetched, FromJson, Json};
use crate::pages::dates::{day, day_text};
use leptos::prelude::*;

/// The drawing's own measures; it is stretched to the width there is.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
/// Room for the numbers at the left, and at the other sides.
const LEFT: f64 = 62.0;
const REST: f64 = 14.0;

#[derive(Clone, PartialEq, Debug)]
struct RatingPoint {
    at: f64,
    rating: f64,
    deviation: f64,
}

impl FromJson for RatingPoint {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            at: json.number("at")?,
            rating: json.number("rating")?,
            deviation: json.number("deviation")?,
        })
    }
}

#[component]
pub(super) fn Curve(
    /// Where the points are asked for.
    address: Signal<String>,
    /// What the rating is of.
    heading: Signal<String>,
) -> impl IntoView {
    let points = Fetched::<Vec<RatingPoint>>::new(move || Some(address.get()));
    points.draw(move |points| drawn(&points, &heading.get()))
}

/// The lowest and the highest line, on round numbers around all the points.
fn bounds(points: &[RatingPoint]) -> (f64, f64) {
    let lowest = points.iter().map(|point| point.rating).fold(f64::INFINITY, f64::min);
    let highest = points.iter().map(|point| point.rating).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = ((lowest / 50.0).floor() * 50.0, (highest / 50.0).ceil() * 50.0);
    if high > low { (low, high) } else { (low - 50.0, high + 50.0) }
}

/// Three or more round numbers from the lowest to the highest.
fn lines((low, high): (f64, f64)) -> Vec<f64> {
    let step = [25.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    let step = step.into_iter().find(|step| (high - low) / step <= 5.0).unwrap_or(2000.0);
    let first = (low / step).ceil() * step;
    (0..=5).map(|i| first + step * f64::from(i)).filter(|line| *line <= high).collect()
}

fn x(index: usize, count: usize) -> f64 {
    LEFT + (WIDTH - LEFT - REST) * index as f64 / (count.max(2) - 1) as f64
}

fn y(rating: f64, (low, high): (f64, f64)) -> f64 {
    HEIGHT - REST - (HEIGHT - 2.0 * REST) * (rating - low) / (high - low)
}

fn path(points: &[RatingPoint], bounds: (f64, f64)) -> String {
    let at = |(i, point): (usize, &RatingPoint)| {
        format!("{:.1},{:.1}", x(i, points.len()), y(point.rating, bounds))
    };
    let places: Vec<String> = points.iter().enumerate().map(at).collect();
    format!("M{}", places.join(" L"))
}

fn drawn(points: &[RatingPoint], heading: &str) -> AnyView {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return ().into_any();
    };
    let said = format!(
        "{heading}: from {} on {} to {} on {}",
        first.rating,
        day_text(first.at),
        last.rating,
        day_text(last.at)
    );
    let bounds = bounds(points);
    let grid = lines(bounds).into_iter().map(|line| {
        let height = y(line, bounds);
        view! {
            <path class="grid" d=format!("M{LEFT},{height:.1} H{}", WIDTH - REST) />
            <text x=LEFT - 6.0 y=height text-anchor="end" dominant-baseline="middle">{line}</text>
        }
    });
    let (end_x, end_y) = (x(points.len() - 1, points.len()), y(last.rating, bounds));
    view! {
        <figure class="curve" id="curve">
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=said.clone()>
                {grid.collect_view()}
                <path class="line" d=path(points, bounds) />
                <circle class="now" cx=end_x cy=end_y r="4" />
            </svg>
            <figcaption class="quiet">{said}</figcaption>
            <details>
                <summary>"As a table"</summary>
                {table(points)}
            </details>
        </figure>
    }
    .into_any()
}

fn table(points: &[RatingPoint]) -> impl IntoView + use<> {
    // The latest first, as games are.
    let rows = points.iter().rev().map(|point| {
        view! {
            <tr>
                <td>{day(point.at)}</td>
                <td class="number">{point.rating}</td>
                <td class="number">{point.deviation}</td>
            </tr>
        }
    });
    view! {
        <table class="figures">
            <thead>
                <tr>
                    <th scope="col">"Day"</th>
                    <th scope="col" class="number">"Rating"</th>
                    <th scope="col" class="number">"±"</th>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    fn points(ratings: &[f64]) -> Vec<RatingPoint> {
        ratings.iter().map(|&rating| RatingPoint { at: 0.0, rating, deviation: 80.0 }).collect()
    }

    #[test]
    fn every_point_is_inside_the_drawing() {
        for ratings in
            [&[1500.0][..], &[1500.0, 1500.0], &[1412.0, 1688.0, 1502.0], &[90.0, 2990.0]]
        {
            let points = points(ratings);
            let bounds = bounds(&points);
            for (i, point) in points.iter().enumerate() {
                let (x, y) = (x(i, points.len()), y(point.rating, bounds));
                assert!((LEFT..=WIDTH - REST).contains(&x), "{x}");
                assert!((REST..=HEIGHT - REST).contains(&y), "{y}");
            }
            let lines = lines(bounds);
            assert!((2..=6).contains(&lines.len()), "{ratings:?}: {lines:?}");
        }
    }

    #[test]
    fn points_are_read() {
        assert_reads::<Vec<RatingPoint>>(&["get /api/people/{name}/ratings"]);
    }
}
