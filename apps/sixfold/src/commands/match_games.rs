//! `sixfold match`: engine against engine.

mod ladder;
mod pace;
mod table;

use crate::failure::{Done, Failure};
use crate::files::read_text;
use crate::progress;
use crate::setup::Options;
use arena::{
    Adjudication, Contestant, GameTerms, Match, Openings, Progress, RecordWriter, Resources, Spec,
    Sprt, Summary,
};
use bots::Playable;
use catalog::{GameName, with_game};
use indicatif::ProgressBar;
use pace::PaceArgs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Play a match between two engines and report the Elo difference
#[derive(clap::Args)]
#[command(after_help = "\
Contestants:
  full            our engine with all it has       level:5        our engine at a level, 1 to 8
  random, greedy  any move; the best at one ply    mcts           playouts that know only the rules
  plain:4         plain alpha-beta, so deep        weights:FILE   our engine with other weights
  bare            our engine without its deeper knowledge (hex: without virtual connections)
  without:WHAT    our engine less one technique, such as without:history
  with:WHAT       our engine and one that it does not use of itself, such as with:null-move
  cmd:COMMAND     any command that speaks UGI, such as 'cmd:sixfold engine hex --level 3'

Examples:
  sixfold match eclipse --first full --second plain:4 --games 200 --movetime 100
  sixfold match hex --size 7 --first mcts --second greedy --nodes 2000 --save games.txt
  sixfold match hexchess --first weights:new.txt --second full --sprt 0,10 --games 4000
  sixfold match eclipse --ladder --games 40

Every opening is played twice, with sides changed. Elo has its 95 % interval; --sprt ends the match
as soon as one of two differences is believed.")]
pub(crate) struct MatchArgs {
    /// eclipse, hexchess or hex
    game: GameName,
    /// One contestant, whose results are shown
    #[arg(long, value_name = "WHO", required_unless_present = "ladder")]
    first: Option<Spec>,
    /// The other contestant
    #[arg(long, value_name = "WHO", required_unless_present = "ladder")]
    second: Option<Spec>,
    /// Each level against the next one instead
    #[arg(long, conflicts_with_all = ["first", "second", "sprt"])]
    ladder: bool,
    /// How many games, rounded up to pairs
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    pace: PaceArgs,
    #[command(flatten)]
    options: Options,
    /// Start from these openings, one a line, instead of generated ones
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies in a generated opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=60))]
    opening_plies: Option<u16>,
    /// Games in parallel; half the cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: Option<u16>,
    /// Threads for each engine
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory for each engine, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: u32,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Longer games are drawn
    #[arg(long, value_name = "PLIES", default_value_t = 400,
          value_parser = clap::value_parser!(u32).range(2..=100_000))]
    longest: u32,
    /// Adjudicate a win when both engines see this score for this many plies, such as 800,6
    #[arg(long, value_name = "LEAD,PLIES", value_parser = adjudication)]
    adjudicate: Option<Adjudication>,
    /// End by SPRT with these Elo hypotheses, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Save the records: all in a new file, or one file each in a folder
    #[arg(long, value_name = "FILE|FOLDER")]
    save: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn adjudication(text: &str) -> Result<Adjudication, String> {
    let read = || {
        let (lead, plies) = text.split_once(',')?;
        let (lead, plies): (i32, usize) = (lead.trim().parse().ok()?, plies.trim().parse().ok()?);
        (lead > 0 && plies >= 2).then_some(Adjudication { lead, plies })
    };
    read().ok_or_else(|| "expected a lead and at least 2 plies, such as 800,6".to_owned())
}

pub(crate) fn run(args: &MatchArgs, out: &mut impl Write) -> Done {
    with_game!(args.game, P => if args.ladder {
        ladder::climb::<P>(args, out)
    } else {
        one_match::<P>(args, out)
    })
}

fn one_match<P: Playable>(args: &MatchArgs, out: &mut impl Write) -> Done {
    let missing = || Failure::request("a match needs --first and --second");
    let first = args.first.clone().ok_or_else(missing)?;
    let second = args.second.clone().ok_or_else(missing)?;
    let contest = args.contest::<P>(first, second)?;
    let summary = args.play(&contest)?;
    if args.json {
        writeln!(out, "{:#}", table::json(&contest, &summary))?;
    } else {
        table::text(&contest, &summary, out)?;
    }
    Ok(())
}

impl MatchArgs {
    fn contest<P: Playable>(&self, first: Spec, second: Spec) -> Result<Match<P>, Failure> {
        let pairs = self.games.div_ceil(2) as usize;
        let resources =
            Resources { memory_mib: self.memory as usize, threads: usize::from(self.threads) };
        // Whoever cannot play says so before the openings are made.
        for spec in [&first, &second] {
            Contestant::<P>::new(spec, resources, self.seed).map_err(Failure::Request)?;
        }
        Ok(Match {
            contestants: [first, second],
            resources,
            openings: self.openings::<P>(pairs)?,
            pairs,
            terms: GameTerms {
                pace: self.pace.pace(),
                margin: Duration::from_millis(self.pace.margin),
                longest: self.longest as usize,
                adjudication: self.adjudicate,
            },
            concurrency: self.concurrency.map_or_else(half_the_cores, usize::from),
            seed: self.seed,
            sprt: self.sprt,
        })
    }

    fn openings<P: Playable>(&self, pairs: usize) -> Result<Openings<P>, Failure> {
        let options = self.options.of::<P>()?;
        if let Some(path) = &self.openings {
            let text = read_text(path)?;
            return Openings::read(&text, options)
                .map_err(|error| Failure::Request(format!("{}: {}", path.display(), error.what)));
        }
        let plies = self.opening_plies.map_or(P::OPENING_PLIES, usize::from);
        let bar = progress::bar("openings", pairs);
        let mut found = |count| bar.set_position(count as u64);
        let openings = Openings::generate(options, plies, pairs, self.seed, &mut found);
        bar.finish_and_clear();
        if openings.is_empty() {
            return Err(Failure::request(format!("no game goes on after {plies} random plies")));
        }
        Ok(openings)
    }

    /// Plays the match with a progress line, and saves its games.
    fn play<P: Playable>(&self, contest: &Match<P>) -> Result<Summary, Failure> {
        let mut writer = self
            .save
            .as_ref()
            .map(|path| RecordWriter::open(path).map_err(|error| Failure::file(path, &error)))
            .transpose()?;
        let bar = progress::bar("games", 2 * contest.pairs);
        let mut unwritten = None;
        let played = contest.run(&mut |progress| {
            show(&bar, progress);
            let saved = writer.as_mut().map_or(Ok(()), |writer| save(writer, progress));
            saved.map_err(|error| {
                unwritten = Some(error);
                String::new()
            })
        });
        bar.finish_and_clear();
        match (unwritten, &self.save) {
            (Some(error), Some(path)) => Err(Failure::file(path, &error)),
            _ => played.map_err(Failure::Request),
        }
    }
}

fn show<P: Playable>(bar: &ProgressBar, progress: &Progress<'_, P>) {
    let tally = &progress.summary.tally;
    bar.set_position(tally.total().games());
    bar.set_message(table::brief(tally));
}

fn save<P: Playable>(writer: &mut RecordWriter, progress: &Progress<'_, P>) -> std::io::Result<()> {
    for (i, record) in progress.records().into_iter().enumerate() {
        writer.write_record(2 * progress.pair + i + 1, &record.to_string())?;
    }
    Ok(())
}

/// Half of the cores, so that engines do not compete for time.
pub(crate) fn half_the_cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}
