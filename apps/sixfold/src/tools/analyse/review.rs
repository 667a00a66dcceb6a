//! A whole game, move by move.

use super::{AnalyseArgs, line_json, written};
use crate::failure::Done;
use crate::progress;
use analysis::{MoveQuality, ReviewedMove, Score};
use bots::Playable;
use bots::review::review;
use game::{Record, Side, Viewer};
use scene::Depict;
use serde_json::{Value, json};
use std::io::Write;

pub(super) fn whole_game<P: Playable + Depict>(
    args: &AnalyseArgs,
    record: &Record<P>,
    out: &mut impl Write,
) -> Done {
    let bar = progress::bar("positions", record.ply() + 1);
    let mut engine = P::engine(&args.config::<P>());
    let limits = args.limits(1);
    let judged = review(record, &mut *engine, &limits, &mut |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    if args.json {
        writeln!(out, "{:#}", as_json(record, &judged))?;
    } else {
        as_text(record, &judged, out)?;
    }
    Ok(())
}

fn as_text<P: Playable + Depict>(
    record: &Record<P>,
    judged: &[ReviewedMove<P::Move>],
    out: &mut impl Write,
) -> Done {
    for judged in judged {
        let before = &record.positions()[judged.ply];
        let row = P::move_number(&record.positions()[..=judged.ply]);
        let number = match before.side_to_move() {
            Side::First => format!("{row}."),
            Side::Second => format!("{row}…"),
        };
        let played = format!("{}{}", before.write_move(judged.mv), judged.quality.mark());
        write!(out, "{number:>5} {played:<14} {:>10}", judged.played.to_string())?;
        if judged.quality > MoveQuality::Good {
            let better = written(before, &judged.best.moves, 6);
            write!(out, "   better {:>10}  {better}", judged.best.score.to_string())?;
        }
        writeln!(out)?;
    }
    let colours = record.start().scene(Viewer::Watcher).colours;
    for side in Side::BOTH {
        let [inaccuracies, mistakes, blunders] = counts(record, judged, side);
        writeln!(
            out,
            "{}: {inaccuracies} inaccuracies, {mistakes} mistakes, {blunders} blunders",
            colours[side]
        )?;
    }
    Ok(())
}

/// How many inaccuracies, mistakes and blunders a side made.
fn counts<P: Playable>(
    record: &Record<P>,
    judged: &[ReviewedMove<P::Move>],
    side: Side,
) -> [usize; 3] {
    let own = |ply: usize| record.positions()[ply].side_to_move() == side;
    [MoveQuality::Inaccuracy, MoveQuality::Mistake, MoveQuality::Blunder]
        .map(|quality| judged.iter().filter(|j| own(j.ply) && j.quality == quality).count())
}

fn as_json<P: Playable>(record: &Record<P>, judged: &[ReviewedMove<P::Move>]) -> Value {
    let moves = judged.iter().map(|judged| {
        let before = &record.positions()[judged.ply];
        json!({
            "ply": judged.ply,
            "side": if before.side_to_move() == Side::First { "first" } else { "second" },
            "move": judged.mv.to_string(),
            "text": before.write_move(judged.mv),
            "verdict": judged.quality,
            "score": score_json(judged.played),
            "best": line_json(before, &judged.best),
        })
    });
    let side = |side| {
        let [inaccuracies, mistakes, blunders] = counts(record, judged, side);
        json!({ "inaccuracies": inaccuracies, "mistakes": mistakes, "blunders": blunders })
    };
    json!({
        "game": P::NAME,
        "moves": moves.collect::<Vec<_>>(),
        "first": side(Side::First),
        "second": side(Side::Second),
    })
}

/// One key that says what kind of score it is, and its number.
pub(super) fn score_json(score: Score) -> Value {
    match score {
        Score::Estimate(value) => json!({ "estimate": value }),
        Score::Chance(share) => json!({ "chance": f64::from(share) / 1000.0 }),
        Score::Draw => json!({ "draw": true }),
        Score::WinIn(plies) => json!({ "win_in": plies }),
        Score::LossIn(plies) => json!({ "loss_in": plies }),
    }
}
