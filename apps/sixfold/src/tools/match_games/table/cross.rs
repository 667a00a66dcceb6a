//! Cross table of a tournament: the points of each entrant against each other, best first.

use super::{
    elo_text, estimates_json, interrupted, is_interrupted, json, paces_text, points, results_json,
};
use crate::failure::Done;
use arena::elo::Pairs;
use arena::{Pairing, Tournament, WinDrawLoss};
use bots::Playable;
use game::Side;
use serde_json::Value;
use std::io::Write;

/// What one contestant came to.
struct CrossRow {
    player: usize,
    total: WinDrawLoss,
    /// Pairs by points, against all opponents together.
    pairs: Pairs,
    /// The results against each contestant; nothing where they did not meet.
    cells: Vec<Option<WinDrawLoss>>,
}

fn half_points(results: &WinDrawLoss) -> u64 {
    2 * results.wins + results.draws
}

/// The same games from the other side of the board.
fn reversed(results: WinDrawLoss) -> WinDrawLoss {
    let WinDrawLoss { wins, draws, losses } = results;
    WinDrawLoss { wins: losses, draws, losses: wins }
}

impl CrossRow {
    fn of(player: usize, contestants: usize, pairings: &[Pairing]) -> Self {
        let cells = vec![None; contestants];
        let mut row = Self { player, total: WinDrawLoss::default(), pairs: [0; 5], cells };
        for Pairing { players: [first, second], summary } in pairings {
            let tally = &summary.tally;
            if *first == player {
                row.add(*second, tally.total(), tally.pairs);
            } else if *second == player {
                let mut pairs = tally.pairs;
                pairs.reverse();
                row.add(*first, reversed(tally.total()), pairs);
            }
        }
        row
    }

    fn add(&mut self, opponent: usize, results: WinDrawLoss, pairs: Pairs) {
        self.cells[opponent] = Some(results);
        self.total.wins += results.wins;
        self.total.draws += results.draws;
        self.total.losses += results.losses;
        for (sum, count) in self.pairs.iter_mut().zip(pairs) {
            *sum += count;
        }
    }
}

/// The rows, best first: by share of points, then in the order of the command line.
fn rows(contestants: usize, pairings: &[Pairing]) -> Vec<CrossRow> {
    let row = |player| CrossRow::of(player, contestants, pairings);
    let mut rows: Vec<CrossRow> = (0..contestants).map(row).collect();
    rows.sort_by(|a, b| {
        let share =
            |row: &CrossRow, others: &CrossRow| half_points(&row.total) * others.total.games();
        share(b, a).cmp(&share(a, b)).then(a.player.cmp(&b.player))
    });
    rows
}

pub(crate) fn cross_text<P: Playable>(
    contest: &Tournament<P>,
    pairings: &[Pairing],
    out: &mut impl Write,
) -> Done {
    let contestants = &contest.contestants;
    let rows = rows(contestants.len(), pairings);
    let games: u64 = pairings.iter().map(|pairing| pairing.summary.tally.total().games()).sum();
    let all: Vec<_> = contestants.iter().collect();
    writeln!(out, "{}, {}, {}, {games} games", contest.schedule, P::NAME, paces_text(&all))?;
    interrupted(contest, games, out)?;
    let name_width = contestants.iter().map(|c| c.name.chars().count()).max().unwrap_or(0);
    let totals: Vec<String> = rows.iter().map(|row| points(&row.total)).collect();
    let cell = |row: &CrossRow, opponent: &CrossRow| {
        row.cells[opponent.player].as_ref().map_or_else(|| "–".to_owned(), points)
    };
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| rows.iter().map(|opponent| cell(row, opponent)).collect()).collect();
    let widest = cells.iter().flatten().chain(&totals).map(|text| text.chars().count()).max();
    let width = widest.unwrap_or(0).max("points".len()) + 2;
    write!(out, "    {:name_width$}{:>width$}", "", "points")?;
    for number in 1..=rows.len() {
        write!(out, "{number:>width$}")?;
    }
    writeln!(out, "   Elo against all others, with 95 %")?;
    for (i, row) in rows.iter().enumerate() {
        let name = &contestants[row.player].name;
        write!(out, "{:>2}. {name:name_width$}{:>width$}", i + 1, totals[i])?;
        for text in &cells[i] {
            write!(out, "{text:>width$}")?;
        }
        writeln!(out, "   {}", elo_text(&row.pairs))?;
    }
    faults(contest, pairings, out)
}

/// A line for each entrant that lost games outside the board.
fn faults<P: Playable>(
    contest: &Tournament<P>,
    pairings: &[Pairing],
    out: &mut impl Write,
) -> Done {
    for Pairing { players, summary } in pairings {
        for side in Side::BOTH {
            let (player, opponent) = (players[side.index()], players[side.other().index()]);
            let faults = summary.faults[side.index()];
            let [name, other] = [player, opponent].map(|player| &contest.contestants[player].name);
            if faults.total() > 0 {
                writeln!(out, "{name} against {other} lost by faults: {faults}")?;
            }
        }
        if let Some(what) = &summary.last_fault {
            writeln!(out, "last fault: {what}")?;
        }
    }
    Ok(())
}

pub(crate) fn cross_json<P: Playable>(contest: &Tournament<P>, pairings: &[Pairing]) -> Value {
    let contestants = &contest.contestants;
    let games: u64 = pairings.iter().map(|pairing| pairing.summary.tally.total().games()).sum();
    let all: Vec<_> = contestants.iter().collect();
    let row = |row: &CrossRow| {
        let total = results_json(row.total);
        let name = &contestants[row.player].name;
        serde_json::json!({ "name": name, "total": total, "against_all": estimates_json(&row.pairs) })
    };
    let rows: Vec<Value> = rows(contestants.len(), pairings).iter().map(row).collect();
    let pairings: Vec<Value> = pairings.iter().map(|pairing| json(contest, pairing)).collect();
    serde_json::json!({
        "game": P::NAME,
        "tournament": contest.schedule.to_string(),
        "pace": paces_text(&all),
        "seed": contest.seed,
        "interrupted": is_interrupted(contest, games),
        "standings": rows,
        "pairings": pairings,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::Summary;
    use game::Outcome;

    #[test]
    fn the_best_share_of_points_comes_first() {
        let pairing = |players, winner: Side| {
            let mut summary = Summary::default();
            summary.tally.add([Outcome::Win(winner), Outcome::Win(winner.other())]);
            Pairing { players, summary }
        };
        let pairings = [
            pairing([0, 1], Side::Second),
            pairing([0, 2], Side::First),
            pairing([1, 2], Side::First),
        ];
        let rows = rows(3, &pairings);
        let order: Vec<usize> = rows.iter().map(|row| row.player).collect();
        assert_eq!(order, [1, 0, 2]);
        assert_eq!(points(&rows[0].total), "4/4");
        assert_eq!(rows[1].cells[1].as_ref().map(points).as_deref(), Some("0/2"));
        assert_eq!(rows[2].pairs, [2, 0, 0, 0, 0]);
        assert!(rows[0].cells[1].is_none(), "nobody plays itself");
    }
}
