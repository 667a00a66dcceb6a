//! The options of online play in the terminal.

use crate::failure::{Done, Failure};
use catalog::{AnyRecord, GameName};
use clock::Control;
use game::Side;
use protocol::{GameId, Opponent, SeatWish, Terms};
use terminal::{FirstAction, OnlineSettings};

/// The time control where none is given: a game online has a clock.
const USUAL: &str = "300+3";

/// The server, the account, and what to do first.
#[derive(clap::Args)]
pub(super) struct OnlineArgs {
    /// Play on this server
    #[arg(long, value_name = "URL", help_heading = "Online")]
    online: Option<String>,
    /// The token of your account; without one you are a guest
    #[arg(
        long,
        env = "SIXFOLD_TOKEN",
        hide_env_values = true,
        requires = "online",
        help_heading = "Online"
    )]
    token: Option<String>,
    /// Look for an opponent at once
    #[arg(long, requires = "online", help_heading = "Online")]
    seek: bool,
    /// Challenge a player by name, level:1 to level:8 of the server, or the first who opens a `link`
    #[arg(
        long,
        value_name = "WHO",
        requires = "online",
        conflicts_with = "seek",
        help_heading = "Online"
    )]
    challenge: Option<String>,
    /// Accept the seek or the challenge with this name
    #[arg(long, value_name = "ID", requires = "online", conflicts_with_all = ["seek", "challenge"], help_heading = "Online")]
    accept: Option<GameId>,
    /// Watch the game with this name
    #[arg(long, value_name = "ID", requires = "online", conflicts_with_all = ["seek", "challenge", "accept"], help_heading = "Online")]
    watch: Option<GameId>,
    /// Play for ratings
    #[arg(long, requires = "online", help_heading = "Online")]
    rated: bool,
}

impl OnlineArgs {
    pub(super) fn refuse_without_terminal(&self) -> Done {
        match self.online {
            Some(_) => {
                Err(Failure::request("--online needs a terminal; programs play by `sixfold bot`"))
            }
            None => Ok(()),
        }
    }

    /// What to do on the server, if one is named.
    pub(super) fn settings(
        &self,
        start: Option<&AnyRecord>,
        side: Option<Side>,
        control: Control,
    ) -> Result<Option<OnlineSettings>, Failure> {
        let Some(url) = &self.online else { return Ok(None) };
        if !url.starts_with("http://") && !url.starts_with("https://") {
            let what = format!("a server's address begins with http, not {}", game::excerpt(url));
            return Err(Failure::Request(what));
        }
        let usual = USUAL.parse().map_err(Failure::request)?;
        let time = if control.is_timed() { control } else { usual };
        let terms = Terms {
            game: start.map_or(GameName::FAVOURITE, AnyRecord::game).text().to_owned(),
            options: start.map(AnyRecord::options).unwrap_or_default(),
            time,
            rated: self.rated,
            seat: side.map_or(SeatWish::Any, |side| match side {
                Side::First => SeatWish::First,
                Side::Second => SeatWish::Second,
            }),
        };
        let (url, token, first) = (url.clone(), self.token.clone(), self.first()?);
        Ok(Some(OnlineSettings { url, token, terms, first }))
    }

    fn first(&self) -> Result<FirstAction, Failure> {
        if let Some(who) = &self.challenge {
            return challenged(who).map(FirstAction::Challenge);
        }
        let accept = self.accept.clone().map(FirstAction::Accept);
        let watch = self.watch.clone().map(FirstAction::Watch);
        let seek = self.seek.then_some(FirstAction::Seek);
        Ok(accept.or(watch).or(seek).unwrap_or_default())
    }
}

fn challenged(who: &str) -> Result<Opponent, Failure> {
    match (who, who.strip_prefix("level:")) {
        ("link", _) => Ok(Opponent::Link),
        (_, Some(level)) => {
            let level: bots::Level = level.parse().map_err(Failure::request)?;
            Ok(Opponent::Computer { level: level.number() })
        }
        (name, None) => Ok(Opponent::Named { name: name.parse().map_err(Failure::request)? }),
    }
}
