//! How a bot finds opponents of its own accord: an open seek, or challenges by name.

use super::BotEvent;
use super::site::Site;
use catalog::GameName;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

/// How long to wait before the next opponent is looked for.
const PAUSE: Duration = Duration::from_secs(3);

/// Opponents and terms.
#[derive(clap::Args)]
pub(super) struct OpponentArgs {
    /// Stand in the lobby, open to every account
    #[arg(long, conflicts_with = "challenge")]
    seek: bool,
    /// Challenge this player, or house-1 to house-8
    #[arg(long, value_name = "NAME")]
    challenge: Option<String>,
    /// The game's options in what is proposed, such as 'size=11 swap=on'
    #[arg(long, value_name = "TEXT", default_value = "")]
    options: String,
    /// The time control in what is proposed: 300+3, 600+5x30, 3d or none
    #[arg(long, value_name = "TEXT", default_value = "300+3")]
    time_control: String,
    /// Propose rated games
    #[arg(long)]
    rated: bool,
}

impl OpponentArgs {
    /// The search that was asked for, if any.
    pub(super) fn search(&self, game: GameName) -> Option<Search> {
        let path = match (&self.challenge, self.seek) {
            (Some(name), _) => format!("/api/challenge/{name}"),
            (None, true) => "/api/seek".to_owned(),
            (None, false) => return None,
        };
        let terms = json!({
            "game": game.text(),
            "options": self.options,
            "time": self.time_control,
            "rated": self.rated,
        });
        Some(Search { path, terms, seeks: self.seek, state: State::Idle })
    }
}

/// What a search is doing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    /// A seek or a challenge is open.
    Open,
    /// Waits a little before the next one.
    Resting,
}

/// A search for opponents, one game at a time.
pub(super) struct Search {
    path: String,
    terms: Value,
    /// Whether the answer is a stream that lasts as long as the seek.
    seeks: bool,
    state: State,
}

impl Search {
    /// Proposes a game, unless one is proposed; tells when that has ended.
    pub(super) fn start(&mut self, site: &Arc<Site>, tell: &Sender<BotEvent>) {
        if self.state != State::Idle {
            return;
        }
        self.state = State::Open;
        let (site, tell) = (Arc::clone(site), tell.clone());
        let (path, terms, seeks) = (self.path.clone(), self.terms.clone(), self.seeks);
        thread::spawn(move || {
            let done = if seeks {
                site.post_stream(&path, &terms, &mut |_| true)
            } else {
                site.post_json(&path, &terms).map(drop)
            };
            let _ = tell.send(BotEvent::Searched(done));
        });
    }

    /// Waits a little, and tells when the next game may be proposed.
    pub(super) fn rest(&mut self, tell: &Sender<BotEvent>) {
        if self.state == State::Open {
            self.state = State::Resting;
            let tell = tell.clone();
            thread::spawn(move || {
                thread::sleep(PAUSE);
                let _ = tell.send(BotEvent::Search);
            });
        }
    }

    /// The rest is over.
    pub(super) fn rested(&mut self) {
        if self.state == State::Resting {
            self.state = State::Idle;
        }
    }
}
