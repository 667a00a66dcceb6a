//! What came of a match, for people and for programs.

mod cross;

pub(super) use cross::{cross_json, cross_text};

use crate::failure::Done;
use crate::tools::markdown;
use arena::elo::{self, Pairs};
use arena::{Entrant, Pace, Pairing, Progress, Sprt, SprtDecision, Tally, Tournament, WinDrawLoss};
use bots::Playable;
use game::Side;
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

/// A few words for the progress line: `+12 =3 −5  Elo +127 [−10, +300]`, in a tournament with the
/// names of those who played last.
pub(super) fn brief<P: Playable>(contest: &Tournament<P>, progress: &Progress<'_, P>) -> String {
    let tally = &progress.summary().tally;
    let WinDrawLoss { wins, draws, losses } = tally.total();
    let said = format!("+{wins} ={draws} −{losses}  Elo {}", elo_text(&tally.pairs));
    if progress.pairings.len() == 1 {
        return said;
    }
    let players = progress.pairings[progress.pairing].players;
    let [first, second] = players.map(|player| contest.contestants[player].name.as_str());
    format!("{first} – {second}  {said}")
}

/// `+127 [−10, +300]`. A score of all or nothing has no estimate, only a bound: `above −120`.
pub(super) fn elo_text(pairs: &Pairs) -> String {
    elo::estimate(pairs).map_or_else(
        || "unknown".to_owned(),
        |e| match e.elo {
            f64::INFINITY => format!("above {}", signed(e.low)),
            f64::NEG_INFINITY => format!("below {}", signed(e.high)),
            elo => format!("{} [{}, {}]", signed(elo), signed(e.low), signed(e.high)),
        },
    )
}

/// `57.5 % [52.1, 62.8]`, or a bound where every point went to one side.
fn score_text(pairs: &Pairs) -> String {
    let percent = |score: f64| format!("{:.1}", score * 100.0);
    elo::score_interval(pairs).map_or_else(
        || "unknown".to_owned(),
        |s| match s.mean {
            mean if mean >= 1.0 => format!("above {} %", percent(s.low)),
            mean if mean <= 0.0 => format!("below {} %", percent(s.high)),
            mean => format!("{} % [{}, {}]", percent(mean), percent(s.low), percent(s.high)),
        },
    )
}

/// The likelihood of superiority, which is never certain.
fn superiority_text(pairs: &Pairs) -> String {
    match elo::likelihood_of_superiority(pairs).unwrap_or(0.5) * 100.0 {
        p if p > 99.9 => "over 99.9 %".to_owned(),
        p if p < 0.1 => "under 0.1 %".to_owned(),
        p => format!("{p:.1} %"),
    }
}

fn signed(number: f64) -> String {
    match number {
        n if n == f64::INFINITY => "+∞".to_owned(),
        n if n == f64::NEG_INFINITY => "−∞".to_owned(),
        n if n < -0.5 => format!("−{:.0}", -n),
        n => format!("+{:.0}", n.max(0.0)),
    }
}

/// `2½/4`.
pub(super) fn points(results: &WinDrawLoss) -> String {
    let halves = 2 * results.wins + results.draws;
    let half = if halves % 2 == 1 { "½" } else { "" };
    let whole = if halves == 1 { String::new() } else { (halves / 2).to_string() };
    format!("{whole}{half}/{}", results.games())
}

pub(super) fn text<P: Playable>(
    contest: &Tournament<P>,
    pairing: &Pairing,
    out: &mut impl Write,
) -> Done {
    let [first, second] = pairing.players.map(|player| &contest.contestants[player]);
    let summary = &pairing.summary;
    let (tally, total) = (&summary.tally, summary.tally.total());
    let paces = paces_text(&[first, second]);
    let (first, second) = (&first.name, &second.name);
    writeln!(out, "{first} against {second}, {}, {paces}", P::NAME)?;
    interrupted(contest, total.games(), out)?;
    writeln!(out, "{}", standing("all games", &total))?;
    writeln!(out, "{}", standing("moving first", &tally.by_side[Side::First]))?;
    writeln!(out, "{}", standing("moving second", &tally.by_side[Side::Second]))?;
    let [none, half, one, more, two] = tally.pairs;
    writeln!(
        out,
        "pairs: {none} with 0 points, {half} with ½, {one} with 1, {more} with 1½, {two} with 2"
    )?;
    let (score, elo) = (score_text(&tally.pairs), elo_text(&tally.pairs));
    writeln!(out, "with 95 %: score {score}, Elo {elo}")?;
    writeln!(out, "{first} is stronger with a probability of {}", superiority_text(&tally.pairs))?;
    if let Some(sprt) = contest.sprt {
        writeln!(out, "{}", sprt_text(sprt, tally))?;
    }
    let plies = summary.plies as f64 / total.games().max(1) as f64;
    write!(out, "{plies:.1} plies a game; {} too long", summary.too_long)?;
    let [ours, theirs] = summary.faults;
    writeln!(out, "; lost by faults: {first} {ours}, {second} {theirs}")?;
    if let Some(what) = &summary.last_fault {
        writeln!(out, "last fault: {what}")?;
    }
    Ok(())
}

/// The heading of a table of pairings.
pub(super) fn markdown_heading(out: &mut impl Write) -> Done {
    markdown::provenance(out)?;
    markdown::heading(out, &["first", "second", "games", "won", "drawn", "lost", "score", "Elo"])
}

/// One pairing as a row.
pub(super) fn markdown_row<P: Playable>(
    contest: &Tournament<P>,
    pairing: &Pairing,
    out: &mut impl Write,
) -> Done {
    let [first, second] = pairing.players.map(|player| &contest.contestants[player].name);
    let tally = &pairing.summary.tally;
    let total = tally.total();
    let numbers = [total.games(), total.wins, total.draws, total.losses].map(|n| n.to_string());
    let [games, wins, draws, losses] = &numbers;
    let score = format!("{:.1} %", total.score() * 100.0);
    let elo = elo_text(&tally.pairs);
    markdown::row(out, &[first, second, games, wins, draws, losses, &score, &elo])
}

/// Says so where Ctrl-C ended it early.
fn interrupted<P: Playable>(contest: &Tournament<P>, games: u64, out: &mut impl Write) -> Done {
    if is_interrupted(contest, games) {
        writeln!(out, "interrupted after {games} of {} games", 2 * contest.total_pairs())?;
    }
    Ok(())
}

fn is_interrupted<P: Playable>(contest: &Tournament<P>, games: u64) -> bool {
    let stopped = contest.stop.load(std::sync::atomic::Ordering::Relaxed);
    stopped && games < 2 * contest.total_pairs() as u64
}

fn standing(what: &str, results: &WinDrawLoss) -> String {
    let WinDrawLoss { wins, draws, losses } = results;
    let (games, points) = (results.games(), points(results));
    format!(
        "{what:<14}{games:>6} games {wins:>6} won {draws:>6} drawn {losses:>6} lost {points:>9} points"
    )
}

fn sprt_text(sprt: Sprt, tally: &Tally) -> String {
    let Sprt { elo0, elo1 } = sprt;
    let verdict = match sprt.decision(&tally.pairs) {
        SprtDecision::Accepted => format!("{elo1:+} is believed"),
        SprtDecision::Rejected => format!("{elo0:+} is believed"),
        SprtDecision::Open => "undecided".to_owned(),
    };
    let (ratio, bound) = (sprt.ratio(&tally.pairs), Sprt::bound());
    format!("SPRT of {elo0:+} against {elo1:+}: {verdict} ({ratio:.2} of ±{bound:.2})")
}

fn pace_text(pace: Pace) -> String {
    match pace {
        Pace::MoveTime(time) => format!("{} a move", time_text(time)),
        Pace::Nodes(nodes) => format!("{nodes} nodes a move"),
        Pace::Depth(depth) => format!("{depth} plies a move"),
        Pace::Clock { base, increment } => {
            format!("{} and {} a move", time_text(base), time_text(increment))
        }
    }
}

/// `100ms` or `1.5s`, as it is typed.
fn time_text(time: Duration) -> String {
    match time.as_millis() {
        ms if ms < 1000 => format!("{ms}ms"),
        _ => format!("{}s", time.as_secs_f64()),
    }
}

/// The pace of all, or of each.
fn paces_text(entrants: &[&Entrant]) -> String {
    let paces: Vec<String> = entrants.iter().map(|entrant| pace_text(entrant.pace)).collect();
    match paces.split_first() {
        Some((first, rest)) if rest.iter().all(|pace| pace == first) => first.clone(),
        _ => paces.join(" against "),
    }
}

fn results_json(results: WinDrawLoss) -> Value {
    let WinDrawLoss { wins, draws, losses } = results;
    json!({ "games": results.games(), "wins": wins, "draws": draws, "losses": losses,
            "score": results.score() })
}

/// The estimates of some pairs. JSON has no infinity: where there is no bound it is null.
fn estimates_json(pairs: &Pairs) -> Value {
    json!({
        "pairs": pairs,
        "score": elo::score_interval(pairs)
            .map(|s| json!({ "mean": s.mean, "low": s.low, "high": s.high })),
        "elo": elo::estimate(pairs)
            .map(|e| json!({ "elo": e.elo, "low": e.low, "high": e.high })),
        "superiority": elo::likelihood_of_superiority(pairs),
    })
}

/// One pairing.
pub(super) fn json<P: Playable>(contest: &Tournament<P>, pairing: &Pairing) -> Value {
    let summary = &pairing.summary;
    let tally = &summary.tally;
    let [first, second] = pairing.players.map(|player| &contest.contestants[player]);
    let mut answer = json!({
        "game": P::NAME,
        "first": first.name,
        "second": second.name,
        "pace": paces_text(&[first, second]),
        "seed": contest.seed,
        "interrupted": is_interrupted(contest, tally.total().games()),
        "total": results_json(tally.total()),
        "moving_first": results_json(tally.by_side[Side::First]),
        "moving_second": results_json(tally.by_side[Side::Second]),
        "plies": summary.plies,
        "too_long": summary.too_long,
        "faults": { "first": faults_json(&summary.faults[0]),
                    "second": faults_json(&summary.faults[1]) },
        "last_fault": summary.last_fault,
    });
    if let (Value::Object(answer), Value::Object(estimates)) =
        (&mut answer, estimates_json(&tally.pairs))
    {
        answer.extend(estimates);
    }
    if let Some(sprt) = contest.sprt {
        answer["sprt"] = sprt_json(sprt, tally);
    }
    answer
}

fn faults_json(faults: &arena::Faults) -> Value {
    json!({ "total": faults.total(), "crashes": faults.crashes, "time": faults.time,
            "illegal": faults.illegal, "protocol": faults.protocol })
}

fn sprt_json(sprt: Sprt, tally: &Tally) -> Value {
    let verdict = match sprt.decision(&tally.pairs) {
        SprtDecision::Accepted => "accepted",
        SprtDecision::Rejected => "rejected",
        SprtDecision::Open => "open",
    };
    json!({ "elo0": sprt.elo0, "elo1": sprt.elo1, "ratio": sprt.ratio(&tally.pairs),
            "bound": Sprt::bound(), "verdict": verdict })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_games_prove_nothing() {
        let won = [0, 0, 0, 0, 1];
        assert_eq!(elo_text(&won), "above −636");
        assert_eq!(score_text(&won), "above 2.5 %");
        assert_eq!(superiority_text(&won), "72.3 %");
        let lost = [1, 0, 0, 0, 0];
        assert_eq!(elo_text(&lost), "below +636");
        assert_eq!(score_text(&lost), "below 97.5 %");
        assert_eq!(superiority_text(&[0, 0, 0, 0, 500]), "over 99.9 %");
        assert_eq!(elo_text(&[0; 5]), "unknown");
    }

    #[test]
    fn points_have_halves() {
        for (wins, draws, losses, expected) in
            [(2, 1, 1, "2½/4"), (0, 1, 1, "½/2"), (0, 0, 2, "0/2"), (3, 2, 0, "4/5")]
        {
            assert_eq!(points(&WinDrawLoss { wins, draws, losses }), expected);
        }
    }
}
