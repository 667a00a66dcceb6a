//! What came of a match, for people and for programs.

use crate::failure::Done;
use arena::{Match, Pace, Sprt, SprtDecision, Summary, Tally, WinDrawLoss, elo};
use bots::Playable;
use game::Side;
use serde_json::{Value, json};
use std::io::Write;

/// A few words for the progress line: `+12 =3 −5  Elo +127 [−10, +300]`.
pub(super) fn brief(tally: &Tally) -> String {
    let WinDrawLoss { wins, draws, losses } = tally.total();
    format!("+{wins} ={draws} −{losses}  Elo {}", elo_text(tally))
}

/// `+127 [−10, +300]`, with open ends where nothing bounds it.
pub(super) fn elo_text(tally: &Tally) -> String {
    elo::estimate(&tally.pairs).map_or_else(
        || "unknown".to_owned(),
        |e| format!("{} [{}, {}]", signed(e.elo), signed(e.low), signed(e.high)),
    )
}

fn signed(number: f64) -> String {
    match number {
        n if n == f64::INFINITY => "+∞".to_owned(),
        n if n == f64::NEG_INFINITY => "−∞".to_owned(),
        n if n < -0.5 => format!("−{:.0}", -n),
        n => format!("+{:.0}", n.max(0.0)),
    }
}

pub(super) fn text<P: Playable>(
    contest: &Match<P>,
    summary: &Summary,
    out: &mut impl Write,
) -> Done {
    let [first, second] = &contest.contestants;
    let tally = &summary.tally;
    let total = tally.total();
    writeln!(out, "{first} against {second}, {}, {}", P::NAME, pace_text(contest.terms.pace))?;
    writeln!(out, "{}", standing("all games", &total))?;
    writeln!(out, "{}", standing("moving first", &tally.by_side[Side::First]))?;
    writeln!(out, "{}", standing("moving second", &tally.by_side[Side::Second]))?;
    let [none, half, one, more, two] = tally.pairs;
    writeln!(
        out,
        "pairs: {none} with 0 points, {half} with ½, {one} with 1, {more} with 1½, {two} with 2"
    )?;
    let superior = elo::likelihood_of_superiority(&tally.pairs).unwrap_or(0.5) * 100.0;
    writeln!(out, "Elo {} with 95 %; stronger with {superior:.1} %", elo_text(tally))?;
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

fn standing(what: &str, standing: &WinDrawLoss) -> String {
    let WinDrawLoss { wins, draws, losses } = standing;
    let (games, score) = (standing.games(), standing.score() * 100.0);
    format!(
        "{what:<14}{games:>6} games {wins:>6} won {draws:>6} drawn {losses:>6} lost {score:>6.1} %"
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
        Pace::MoveTime(time) => format!("{} ms a move", time.as_millis()),
        Pace::Nodes(nodes) => format!("{nodes} nodes a move"),
        Pace::Depth(depth) => format!("{depth} plies a move"),
        Pace::Clock { base, increment } => {
            format!("{} s and {} s a move", base.as_secs_f64(), increment.as_secs_f64())
        }
    }
}

pub(super) fn json<P: Playable>(contest: &Match<P>, summary: &Summary) -> Value {
    let tally = &summary.tally;
    let [first, second] = &contest.contestants;
    let standing = |s: WinDrawLoss| {
        json!({ "games": s.games(), "wins": s.wins, "draws": s.draws, "losses": s.losses,
                "score": s.score() })
    };
    let mut answer = json!({
        "game": P::NAME,
        "first": first.to_string(),
        "second": second.to_string(),
        "pace": pace_text(contest.terms.pace),
        "seed": contest.seed,
        "total": standing(tally.total()),
        "moving_first": standing(tally.by_side[Side::First]),
        "moving_second": standing(tally.by_side[Side::Second]),
        "pairs": tally.pairs,
        // JSON has no infinity: an open end is null.
        "elo": elo::estimate(&tally.pairs)
            .map(|e| json!({ "elo": e.elo, "low": e.low, "high": e.high })),
        "superiority": elo::likelihood_of_superiority(&tally.pairs),
        "plies": summary.plies,
        "too_long": summary.too_long,
        "faults": { "first": summary.faults[0], "second": summary.faults[1] },
        "last_fault": summary.last_fault,
    });
    if let Some(sprt) = contest.sprt {
        let verdict = match sprt.decision(&tally.pairs) {
            SprtDecision::Accepted => "accepted",
            SprtDecision::Rejected => "rejected",
            SprtDecision::Open => "open",
        };
        answer["sprt"] = json!({ "elo0": sprt.elo0, "elo1": sprt.elo1,
            "ratio": sprt.ratio(&tally.pairs), "bound": Sprt::bound(), "verdict": verdict });
    }
    answer
}
