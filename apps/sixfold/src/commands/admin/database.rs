//! The database as a whole: check, backup, restore, copy, generate.

use super::{GenerateArgs, location};
use crate::failure::{Done, Failure};
use crate::progress;
use indicatif::ProgressBar;
use server::admin::{self, CheckProgress, CheckReport, GeneratePlan, TableTotals};
use server::store::DatabaseLocation;
use server::time::now;
use std::cell::Cell;
use std::io::Write;
use std::path::Path;
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Work that takes longer says how far it has come.
const QUIET: Duration = Duration::from_secs(2);

pub(super) async fn check(place: &DatabaseLocation, out: &mut impl Write) -> Done {
    let report = checked(place).await?;
    for problem in &report.problems {
        writeln!(out, "{problem}")?;
    }
    let (games, events, ratings) = (report.games, report.events, report.ratings);
    let count = report.problems.len();
    writeln!(out, "{games} games, {events} events, {ratings} ratings: {count} problems")?;
    if count > 0 { Err(Failure::Found) } else { Ok(()) }
}

/// Checks, and says how far it has come while that takes longer.
async fn checked(place: &DatabaseLocation) -> Result<CheckReport, Failure> {
    let (start, progress) = (Instant::now(), Cell::new(CheckProgress::default()));
    let mut checking = pin!(admin::check_with(place, |now| progress.set(now)));
    let mut line: Option<ProgressBar> = None;
    loop {
        tokio::select! {
            report = &mut checking => {
                if let Some(line) = line {
                    line.finish_and_clear();
                }
                return Ok(report?);
            }
            () = sleep(QUIET / 4) => {}
        }
        if start.elapsed() > QUIET {
            let CheckProgress { stage, games, all_games } = progress.get();
            let line = line.get_or_insert_with(|| progress::line("checking"));
            line.set_message(format!("{stage}, {games} of {all_games} games replayed"));
        }
    }
}

pub(super) async fn backup(place: &DatabaseLocation, file: &Path, out: &mut impl Write) -> Done {
    let totals = admin::backup(place, file, now()).await?;
    write_totals(&totals, "written", out)
}

pub(super) async fn restore(file: &Path, place: &DatabaseLocation, out: &mut impl Write) -> Done {
    let totals = admin::restore(file, place).await?;
    write_totals(&totals, "restored, read again and compared", out)
}

pub(super) async fn copy(from: &str, to: &str, out: &mut impl Write) -> Done {
    let totals = admin::copy(&location(from)?, &location(to)?).await?;
    write_totals(&totals, "copied, read again and compared", out)
}

pub(super) async fn generate(
    wish: &GenerateArgs,
    place: &DatabaseLocation,
    out: &mut impl Write,
) -> Done {
    let plan = GeneratePlan {
        games: wish.games,
        people: wish.people,
        seed: wish.seed,
        most_plies: wish.plies.into(),
        end: now(),
        among_others: wish.among_others,
    };
    let (start, mut bar) = (Instant::now(), None);
    let made = admin::generate(place, &plan, |done| {
        if start.elapsed() > QUIET {
            let bar = bar.get_or_insert_with(|| progress::bar("games", wish.games as usize));
            bar.set_position(done);
        }
    });
    let report = made.await?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let (games, events, seconds) = (report.games, report.events, start.elapsed().as_secs_f64());
    Ok(writeln!(out, "{games} games, {events} events, {} people in {seconds:.1} s", wish.people)?)
}

fn write_totals(totals: &[TableTotals], what: &str, out: &mut impl Write) -> Done {
    for table in totals.iter().filter(|table| table.rows > 0) {
        writeln!(out, "{:>10}  {}", table.rows, table.table)?;
    }
    let rows: u64 = totals.iter().map(|table| table.rows).sum();
    Ok(writeln!(out, "{rows} rows {what}")?)
}
