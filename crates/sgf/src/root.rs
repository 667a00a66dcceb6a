//! What the root of a game says: the board, the players, the time control and the result.

use crate::raw::RawNode;
use crate::{Property, ReadError, SgfGame, TIME_TAG, Tree, time};
use game::{Ending, Outcome, Position, Side, Tags, excerpt};
use placement::SwapRule;

/// The properties that name the players and their ratings.
pub(crate) const OF_PLAYERS: [&str; 4] = ["PB", "PW", "BR", "WR"];

/// The properties that are names and dates, with the tags that records have for them.
pub(crate) const OF_THE_GAME: [(&str, &str); 7] = [
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("GN", "Name"),
    ("SO", "Source"),
    ("AN", "Annotator"),
];

/// The tags of the players' ratings, the first side's first.
const RATINGS: [&str; 2] = ["FirstRating", "SecondRating"];

/// All properties that are tags of records, with their tags.
pub(crate) fn names<P: SgfGame>() -> impl Iterator<Item = (&'static str, &'static str)> {
    let (black, white) = (P::BLACK, P::BLACK.other());
    let tags = [
        P::NOTATION.colours[black],
        P::NOTATION.colours[white],
        RATINGS[black.index()],
        RATINGS[white.index()],
    ];
    OF_PLAYERS.into_iter().zip(tags).chain(OF_THE_GAME)
}

/// Names and ratings of a game whose colours are called by each other's names.
pub(crate) fn exchange_names<P: SgfGame>(tree: &mut Tree<P>) {
    let pairs = [(P::NOTATION.colours.first, P::NOTATION.colours.second), (RATINGS[0], RATINGS[1])];
    for (name, _) in &mut tree.tags {
        for (one, other) in pairs {
            if name == one {
                other.clone_into(name);
            } else if name == other {
                one.clone_into(name);
            }
        }
    }
}

/// The empty board: `SZ[11]`, `SZ[11:11]`, or with a diameter `SZ[d=9]`; `RU[no swap]`.
pub(crate) fn empty_board<P: SgfGame>(text: &str, root: &RawNode) -> Result<P, ReadError> {
    let rules =
        root.value("RU").map(|value| value.text.to_ascii_lowercase().replace([' ', '-'], ""));
    let noswap = rules.is_some_and(|rules| rules.contains("noswap"));
    let swap = if noswap { SwapRule::Off } else { SwapRule::On };
    let Some(value) = root.value("SZ") else {
        let usual = P::start(P::Options::default());
        return Ok(P::empty_board(usual.to_setup().size, swap).unwrap_or(usual));
    };
    let wrong = |what: String| ReadError::at(text, value.at, what);
    let size = match value.text.trim().split_once(':') {
        Some((wide, high)) if wide.trim() == high.trim() => wide.trim(),
        Some(_) => {
            return Err(wrong(format!("boards are as wide as high, not {}", excerpt(&value.text))));
        }
        None => value.text.trim(),
    };
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|size| *size < 1000);
    let size = match size.strip_prefix("d=") {
        Some(rows) => number(rows).and_then(|rows| P::NOTATION.shape.size_of_rows(rows)),
        None => number(size),
    };
    let size =
        size.ok_or_else(|| wrong(format!("expected a size, found {}", excerpt(&value.text))))?;
    P::empty_board(size, swap).map_err(|error| wrong(error.why))
}

/// Names, dates and the time control.
pub(crate) fn tags<P: SgfGame>(root: &RawNode) -> Tags {
    let mut tags = Tags::new();
    let text = |name: &str| root.value(name).map(|value| value.text.as_str());
    let control = time::from_sgf(text("TM"), text("OT"));
    for (name, values) in &root.properties {
        let first = values.first().map(|value| value.text.as_str()).unwrap_or_default();
        if let Some((_, tag)) = names::<P>().find(|(property, _)| property == name) {
            tags.push((tag.to_owned(), plain(first)));
        } else if *name == "TAG" {
            let pairs = values.iter().filter_map(|value| value.text.split_once(": "));
            tags.extend(pairs.map(|(name, value)| (name.to_owned(), plain(value))));
        } else if let ("OT", Some(control)) = (*name, &control) {
            tags.push((TIME_TAG.to_owned(), control.clone()));
        }
    }
    tags
}

/// A time control that is none of ours, as it was.
pub(crate) fn other_times(root: &RawNode) -> Vec<Property> {
    let text = |name: &str| root.value(name).map(|value| value.text.as_str());
    let [main, overtime] = ["TM", "OT"].map(text);
    if time::from_sgf(main, overtime).is_some() {
        return Vec::new();
    }
    let kept = [("TM", main), ("OT", overtime)];
    kept.into_iter().filter_map(|(name, value)| Some(Property::new(name, value?))).collect()
}

/// A value of one line.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// `B+R` and `W+Time`; how a game ended by the rules, its moves say. `exchanged` where colours are called by
/// each other's names.
pub(crate) fn ending<P: SgfGame>(tree: &Tree<P>, text: &str, exchanged: bool) -> Option<Ending> {
    let (winner, reason) = match text.trim().split_once('+') {
        Some((winner, reason)) => (winner, reason.chars().next().map(|c| c.to_ascii_uppercase())),
        None => (text.trim(), None),
    };
    let winner = winner_named::<P>(winner, exchanged);
    match (winner, reason) {
        (Some(Outcome::Win(winner)), Some('R')) => Some(Ending::Resignation(winner.other())),
        (Some(Outcome::Win(winner)), Some('T' | 'F')) => Some(Ending::Time(winner.other())),
        (Some(outcome), _) if P::BARE_RESULT_ENDS && tree.main_line().conclusion().is_none() => {
            Some(match outcome {
                Outcome::Win(_) => Ending::Adjudication(outcome),
                Outcome::Draw => Ending::Agreement,
            })
        }
        _ => None,
    }
}

/// The outcome that the word before the reason stands for.
fn winner_named<P: SgfGame>(text: &str, exchanged: bool) -> Option<Outcome> {
    let side = |black: bool| if black == exchanged { P::BLACK.other() } else { P::BLACK };
    match text.to_ascii_uppercase().as_str() {
        "B" => Some(Outcome::Win(side(true))),
        "W" => Some(Outcome::Win(side(false))),
        "0" | "DRAW" => Some(Outcome::Draw),
        _ => None,
    }
}

/// What a side is called in files.
pub(crate) fn colour<P: Position + SgfGame>(side: Side) -> &'static str {
    if side == P::BLACK { "Black" } else { "White" }
}
