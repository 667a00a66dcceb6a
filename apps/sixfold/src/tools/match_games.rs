//! `sixfold match`: engine against engine.

mod entrants;
mod interrupt;
mod ladder;
mod pace;
mod progress_line;
mod table;

use crate::failure::{Done, Failure};
use crate::files::read_text;
use crate::tools::option_flags::Options;
use arena::{
    Adjudication, Contestant, Entrant, GameTerms, Openings, Pairing, RecordWriter, Resources,
    Schedule, Sprt, Tournament, TournamentError, make_names_unique,
};
use bots::Playable;
use catalog::{GameName, with_game};
use entrants::EntrantArg;
use pace::PaceArgs;
use progress_line::ProgressLine;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Play a match or a tournament between engines and report the Elo differences
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
  htp:COMMAND     any command that speaks HTP (docs/htp.md), such as 'htp:sixfold engine hex --htp'

Settings of one contestant follow it after commas: 'full,name=A,threads=2,movetime=200ms'
  name=TEXT       in tables and records            threads=N, memory=MIB
  movetime=TIME, nodes=N, depth=N, clock=TIME+INC  its own limits instead of those of the match
  option.NAME=X   sets an option of a UGI program  send=LINE      HTP: sent before every game
A comma inside a command or a value must be in quotes. HTP has no limit of nodes or depth: set one
with send=, such as 'send=param_sixfold max_nodes 1000'.

Examples:
  sixfold match eclipse --first full --second plain:4 --games 200 --movetime 100ms
  sixfold match hex --size 7 --first mcts --second greedy --nodes 2000 --save games.txt
  sixfold match eclipse --first full,nodes=2000 --second full,name=less,nodes=1000 --games 20
  sixfold match hexchess --first weights:new.txt --second full --sprt 0,10 --games 4000
  sixfold match hex --size 5 --contestant full --contestant greedy --contestant random --nodes 500
  sixfold match eclipse --ladder --games 40
  sixfold match eclipse --first full --second plain:2 --nodes 500 --games 4 --markdown

Every opening is played twice, with sides changed. Elo has its 95 % interval; --sprt ends the match
as soon as one of two differences is believed. Ctrl-C finishes the pairs of games under way and
prints the result; a second Ctrl-C ends at once. --save writes score, depth and time of every move
as comments.")]
pub(crate) struct MatchArgs {
    #[arg(help = GameName::all_texts())]
    game: GameName,
    /// One contestant, whose results are shown
    #[arg(long, value_name = "WHO", requires = "second")]
    first: Option<EntrantArg>,
    /// The other contestant
    #[arg(long, value_name = "WHO", requires = "first")]
    second: Option<EntrantArg>,
    /// A contestant of a tournament; give two or more
    #[arg(long, value_name = "WHO", conflicts_with_all = ["first", "second", "sprt"])]
    contestant: Vec<EntrantArg>,
    /// round-robin: each entrant plays each other; gauntlet: the first plays each other
    #[arg(long, value_name = "KIND", default_value_t = Schedule::RoundRobin, requires = "contestant")]
    tournament: Schedule,
    /// Each level against the next one instead
    #[arg(long, conflicts_with_all = ["first", "second", "contestant", "sprt"])]
    ladder: bool,
    /// How many games for each pairing, rounded up to pairs
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
    #[arg(long, value_name = "N", conflicts_with = "openings",
          value_parser = clap::value_parser!(u16).range(0..=60))]
    opening_plies: Option<u16>,
    /// Games in parallel; half the cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: Option<u16>,
    /// Threads for each engine
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory for each engine, in MiB; that of the game if not given, usually 256
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: Option<u32>,
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
    /// Print a Markdown table with command, commit and date
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
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
        ladder::play_ladder::<P>(args, out)
    } else {
        tournament::<P>(args, out)
    })
}

/// The only pairing of a match of two.
fn only(pairings: &[Pairing]) -> Result<&Pairing, Failure> {
    pairings.first().ok_or_else(|| Failure::request("a match needs two contestants"))
}

fn tournament<P: Playable>(args: &MatchArgs, out: &mut impl Write) -> Done {
    let entrants = match (&args.first, &args.second) {
        (Some(first), Some(second)) => vec![first.clone(), second.clone()],
        _ => args.contestant.clone(),
    };
    if entrants.len() < 2 {
        let what = "a match needs --first and --second, or --contestant two or more times";
        return Err(Failure::request(what));
    }
    let contest = args.contest::<P>(&entrants)?;
    let pairings = args.play(&contest)?;
    if args.markdown {
        table::markdown_heading(out)?;
        return pairings.iter().try_for_each(|pairing| table::markdown_row(&contest, pairing, out));
    }
    match (entrants.len(), args.json) {
        (2, true) => writeln!(out, "{:#}", table::json(&contest, only(&pairings)?))?,
        (2, false) => table::text(&contest, only(&pairings)?, out)?,
        (_, true) => writeln!(out, "{:#}", table::cross_json(&contest, &pairings))?,
        (_, false) => table::cross_text(&contest, &pairings, out)?,
    }
    Ok(())
}

impl MatchArgs {
    fn contest<P: Playable>(&self, entrants: &[EntrantArg]) -> Result<Tournament<P>, Failure> {
        let memory_mib = self.memory.map_or(P::MEMORY.command, |mib| mib as usize);
        let resources = Resources { memory_mib, threads: usize::from(self.threads) };
        let entrant = |arg: &EntrantArg| arg.entrant(resources, &self.pace);
        let mut contestants: Vec<Entrant> = entrants.iter().map(entrant).collect();
        make_names_unique(&mut contestants);
        // An entrant that cannot play says so before the first game.
        for entrant in &contestants {
            Contestant::<P>::new(entrant, self.seed)
                .map_err(|error| Failure::Request(error.to_string()))?;
        }
        Ok(Tournament {
            contestants,
            schedule: self.tournament,
            openings: Arc::new(self.openings::<P>()?),
            pairs: self.games.div_ceil(2) as usize,
            terms: GameTerms {
                margin: self.pace.margin,
                longest: self.longest as usize,
                adjudication: self.adjudicate,
            },
            concurrency: self.concurrency.map_or_else(half_the_cores, usize::from),
            seed: self.seed,
            sprt: self.sprt,
            stop: interrupt::stop_flag()?,
        })
    }

    fn openings<P: Playable>(&self) -> Result<Openings<P>, Failure> {
        let options = self.options.of::<P>()?;
        if let Some(path) = &self.openings {
            let text = read_text(path)?;
            return Openings::read(&text, options)
                .map_err(|error| Failure::Request(format!("{}: {}", path.display(), error.what)));
        }
        let plies = self.opening_plies.map_or(P::OPENING_PLIES, usize::from);
        Ok(Openings::generated(options, plies, self.seed))
    }

    /// Plays with a progress line, and saves the games.
    fn play<P: Playable>(&self, contest: &Tournament<P>) -> Result<Vec<Pairing>, Failure> {
        let mut writer = self
            .save
            .as_ref()
            .map(|path| RecordWriter::open(path).map_err(|error| Failure::file(path, &error)))
            .transpose()?;
        let mut line = ProgressLine::new(2 * contest.total_pairs());
        let played = contest.run(&mut |progress| {
            line.show(contest, progress);
            writer.as_mut().map_or(Ok(()), |writer| {
                let mut records = progress.records().into_iter();
                records.try_for_each(|(number, text)| writer.write_record(number, &text))
            })
        });
        line.clear();
        played.map_err(|error| match (error, &self.save) {
            (TournamentError::Progress(error), Some(path)) => Failure::file(path, &error),
            (error, _) => Failure::Request(error.to_string()),
        })
    }
}

/// Half of the cores, so that engines do not compete for time.
pub(crate) fn half_the_cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}
