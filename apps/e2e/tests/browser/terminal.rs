//! A game between the terminal application and a browser. The session is kept as
//! `docs/terminal-sessions/online.txt` when `UPDATE_SESSIONS` is set.

use crate::lobby::{enter_lobby, see};
use clock::Control;
use e2e::{Page, Screen, Site, visit};
use protocol::{SeatWish, Terms};
use pty_session::PtySession;
use std::env;
use std::fmt::Write;
use std::process::Command;
use terminal::{FirstAction, OnlineSettings, Settings};
use tokio::task::spawn_blocking;

/// Where the terminal application of the test finds its server.
const SERVER: &str = "TERMINAL_TEST_SERVER";

/// What runs in the pseudo-terminal: this very program, started again.
#[test]
fn terminal_of_the_test() {
    let Ok(url) = env::var(SERVER) else { return };
    let control: Control = "1800+0".parse().expect("a time control");
    let (game, options) = ("hex".to_owned(), "size=3 swap=off".to_owned());
    let terms = Terms { game, options, time: control, rated: false, seat: SeatWish::First };
    let online = OnlineSettings { url, token: None, terms, first: FirstAction::Seek };
    let settings = Settings { online: Some(online), seed: 1, ..Settings::default() };
    terminal::run(settings).expect("a terminal");
}

/// The terminal and what it showed.
struct Recorded {
    session: PtySession,
    text: String,
}

impl Recorded {
    fn start(site: &Site) -> Self {
        let mut command = Command::new(env::current_exe().expect("this program"));
        command.args(["terminal::terminal_of_the_test", "--exact", "--nocapture"]);
        command.env(SERVER, site.address());
        let session = PtySession::start(&command, 80, 24).expect("a pseudo-terminal");
        Self {
            session,
            text: "A game of Hex online: the terminal is Red, a browser is Blue.\n".to_owned(),
        }
    }

    /// Types keys and waits for a text, beside the server of the test.
    async fn step(mut self, what: &'static str, keys: &'static str, wanted: &'static str) -> Self {
        let step = move || {
            self.session.keys(keys).expect("the terminal is there");
            let screen = self.session.wait_for(wanted).unwrap_or_else(|error| panic!("{error}"));
            writeln!(self.text, "\n==== {what}\n{}", screen.trim_end()).expect("a string");
            self
        };
        spawn_blocking(step).await.expect("the screen comes")
    }
}

#[tokio::test]
async fn a_terminal_and_a_browser_play_a_game() {
    visit("terminal", Screen::Desktop, async |page: Page, site: Site| {
        let pages = [page];
        let page = &pages[0];
        let mut terminal = Recorded::start(&site);
        terminal = terminal.step("looking for an opponent", "", "You look for an opponent").await;
        enter_lobby(page).await;
        page.wait_for_text(".seek", "Hex").await;
        page.click(".seek .join").await;
        page.find(".table.live .clock").await;
        terminal = terminal.step("the browser has joined", "", "A game has begun").await;
        for (plies, red, seen, blue) in [
            (1, ":b2\r", "›b2", Some("a1")),
            (3, ":b1\r", "›b1", Some("c1")),
            (5, ":b3\r", "Red has joined", None),
        ] {
            terminal = terminal.step("typed a move", red, seen).await;
            see(&pages, plies).await;
            let Some(cell) = blue else { break };
            page.click(&format!("[aria-label^='{cell}, empty']")).await;
            let answered = if cell == "a1" { "›a1" } else { "›c1" };
            terminal = terminal.step("the browser has moved", "", answered).await;
        }
        terminal = terminal.step("said something", "cWell played\r", "Well played").await;
        page.wait_for_text("body", "Well played").await;
        page.wait_for_text(".caption", "Red").await;
        assert_eq!(page.complaints().await, [""; 0]);
        if env::var_os("UPDATE_SESSIONS").is_some() {
            let path =
                concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/terminal-sessions/online.txt");
            std::fs::write(path, &terminal.text).expect("the session is written");
        }
    })
    .await;
}
