//! `sixfold bot`: an engine that plays on a server, over the server's bot API.
//!
//! One thread listens for challenges and games; every game has a thread and an engine of its own.

mod bot_game;
mod engine_client;
mod opponents;
mod site;

use crate::failure::{Done, Failure};
use crate::units::{TIME, time_with_unit};
use catalog::GameName;
use opponents::{OpponentArgs, Search};
use scene::FileFormat;
use serde_json::Value;
use site::Site;
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long to wait before a lost stream is asked for again, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_mins(1));

/// Connect an engine to a server, where it plays as a bot
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold bot --server http://localhost:6060 --token sixfold_… --engine 'sixfold engine hex'
  sixfold bot --server https://play.example --game eclipse,hexchess --engine 'sixfold engine {game}'
  sixfold bot --server https://play.example --htp --engine 'sixfold engine hex --htp'
  sixfold bot --server https://play.example --engine 'sixfold engine hex' --seek
  sixfold bot --server https://play.example --engine 'sixfold engine hex' --challenge Golem

The engine speaks UGI (docs/engine-protocol.md) or, with --htp, HTP (docs/htp.md). In its command
{game} stands for the name of the game to be played; one is run for each game, and one is started
before the bot goes online, to see that it answers. A bot and its token (--token, or SIXFOLD_TOKEN)
are made at POST /api/bots (docs/api.md). Challenges to other games than those of --game are
declined; --seek and --challenge propose the first of them, again after each game. Where something
is hidden from the bot, its engine is told a game that looks to the bot like the one it plays.")]
pub(crate) struct BotArgs {
    /// The server's address
    #[arg(long, value_name = "URL")]
    server: String,
    /// The bot's token
    #[arg(long, env = "SIXFOLD_TOKEN", hide_env_values = true)]
    token: String,
    /// The command that runs the engine
    #[arg(long, value_name = "CMD")]
    engine: String,
    /// The engine speaks HTP, the text protocol of Hex programs
    #[arg(long)]
    htp: bool,
    /// The games it plays
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = GameName::FAVOURITE.text())]
    game: Vec<GameName>,
    /// Leave after so many games
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=64))]
    at_once: u16,
    /// Time for a move where there is no clock
    #[arg(long, value_name = TIME, default_value = "1s", conflicts_with = "htp",
          value_parser = time_with_unit)]
    movetime: Duration,
    #[command(flatten)]
    opponents: OpponentArgs,
}

/// Message from the listening thread and the game threads to the main thread.
enum BotEvent {
    Event(Value),
    /// A game has ended: its id, and how.
    Finished(String, String),
    /// The stream is lost.
    Lost(String),
    /// The search for an opponent has ended: with a game, or for this reason.
    Searched(Result<(), String>),
    /// The next opponent may be looked for.
    Search,
}

pub(crate) fn run(args: &BotArgs, out: &mut impl Write) -> Done {
    let speaks_htp = |game: &GameName| game.description().has_format(FileFormat::Htp);
    if args.htp && !args.game.iter().all(speaks_htp) {
        let games = |name| GameName::with_format(FileFormat::Htp, name);
        let (titles, names) = (games(GameName::title), games(GameName::text));
        return Err(Failure::request(format!("HTP is spoken of {titles} only: --game {names}")));
    }
    for game in &args.game {
        let engine = args.engine.replace("{game}", game.text());
        engine_client::try_out(&engine, args.htp).map_err(Failure::Request)?;
    }
    let site = Arc::new(Site::new(&args.server, &args.token).map_err(Failure::Request)?);
    let account = site.get("/api/account").map_err(Failure::File)?;
    if account["kind"] != "bot" {
        return Err(Failure::request("the token is not a bot's; make one at POST /api/bots"));
    }
    writeln!(out, "{} is on {}", name(&account["name"]), args.server)?;
    out.flush()?;
    let (tell, news) = channel();
    listen(Arc::clone(&site), tell.clone());
    let search = args.opponents.search(args.game[0]);
    let mut bot = Bot { args, site, tell, playing: Vec::new(), finished: 0, search };
    bot.look_for_opponent();
    bot.serve(&news, out)
}

fn name(value: &Value) -> &str {
    value.as_str().unwrap_or("?")
}

/// Reads the event stream for ever, and asks for it again when it is lost.
fn listen(site: Arc<Site>, tell: Sender<BotEvent>) {
    thread::spawn(move || {
        let mut pause = PAUSE.0;
        loop {
            let done = site.stream("/api/stream/event", &mut |event| {
                pause = PAUSE.0;
                tell.send(BotEvent::Event(event)).is_ok()
            });
            let lost = done.err().unwrap_or_else(|| "the server has hung up".to_owned());
            if tell.send(BotEvent::Lost(lost)).is_err() {
                return;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSE.1);
        }
    });
}

struct Bot<'a> {
    args: &'a BotArgs,
    site: Arc<Site>,
    tell: Sender<BotEvent>,
    playing: Vec<String>,
    finished: usize,
    search: Option<Search>,
}

impl Bot<'_> {
    fn serve(&mut self, news: &Receiver<BotEvent>, out: &mut impl Write) -> Done {
        while self.args.games.is_none_or(|most| self.finished < most) {
            let Ok(news) = news.recv() else { return Ok(()) };
            match news {
                BotEvent::Event(event) => self.event(&event, out)?,
                BotEvent::Finished(id, how) => {
                    self.finished += 1;
                    self.playing.retain(|held| *held != id);
                    writeln!(out, "game {id}: {how}")?;
                    self.look_for_opponent();
                }
                BotEvent::Lost(why) => writeln!(out, "{why}; trying again")?,
                BotEvent::Search => {
                    self.search.iter_mut().for_each(Search::rested);
                    self.look_for_opponent();
                }
                BotEvent::Searched(Ok(())) => self.search_again(),
                BotEvent::Searched(Err(why)) => {
                    writeln!(out, "no opponent: {why}")?;
                    self.search_again();
                }
            }
            out.flush()?;
        }
        Ok(())
    }

    /// Proposes a game, if there is room for one and none is proposed.
    fn look_for_opponent(&mut self) {
        let most = self.args.games.unwrap_or(usize::MAX);
        let room = self.playing.len() < usize::from(self.args.at_once)
            && self.finished + self.playing.len() < most;
        if let Some(search) = self.search.as_mut().filter(|_| room) {
            search.start(&self.site, &self.tell);
        }
    }

    /// After a while: the game that was found, if any, has begun by then.
    fn search_again(&mut self) {
        if let Some(search) = &mut self.search {
            search.rest(&self.tell);
        }
    }

    fn event(&mut self, event: &Value, out: &mut impl Write) -> Done {
        let game = &event["game"];
        match event["type"].as_str() {
            Some("challenge") => self.challenge(&event["challenge"], out)?,
            Some("gameStart") => self.sit_down(game, out)?,
            _ => {}
        }
        Ok(())
    }

    fn challenge(&mut self, challenge: &Value, out: &mut impl Write) -> Done {
        let (id, by) = (name(&challenge["id"]), name(&challenge["challenger"]["name"]));
        let game: Option<GameName> = name(&challenge["variant"]["key"]).parse().ok();
        let room = self.playing.len() < usize::from(self.args.at_once);
        let plays = game.is_some_and(|game| self.args.game.contains(&game));
        let answer = if plays && room { "accept" } else { "decline" };
        let done = self.site.post(&format!("/api/challenge/{id}/{answer}"));
        let trouble = done.err().map(|why| format!(": {why}")).unwrap_or_default();
        Ok(writeln!(out, "challenge {id} by {by}: {answer}{trouble}")?)
    }

    fn sit_down(&mut self, game: &Value, out: &mut impl Write) -> Done {
        let id = name(&game["gameId"]).to_owned();
        let which: Option<GameName> = name(&game["variant"]["key"]).parse().ok();
        let Some(which) = which.filter(|which| self.args.game.contains(which)) else {
            return Ok(writeln!(out, "game {id} is one that this engine does not play")?);
        };
        if self.playing.contains(&id) {
            return Ok(());
        }
        writeln!(out, "game {id} of {which} against {}", name(&game["opponent"]["name"]))?;
        self.playing.push(id.clone());
        let bot_game = bot_game::BotGame {
            site: Arc::clone(&self.site),
            id,
            game: which,
            engine: self.args.engine.replace("{game}", which.text()),
            htp: self.args.htp,
            movetime: self.args.movetime,
        };
        let tell = self.tell.clone();
        thread::spawn(move || {
            let how = bot_game.play();
            let _ = tell.send(BotEvent::Finished(bot_game.id, how));
        });
        Ok(())
    }
}
