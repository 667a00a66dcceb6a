//! Honest players: whole games while others attack, and a server whose log is read afterwards.

use crate::support::client::{Client, game_between, terms};
use crate::support::port::free_address;
use crate::support::process::Process;
use protocol::Refusal;
use server::store::DatabaseLocation;
use std::net::SocketAddr;
use std::path::PathBuf;
use tempfile::TempDir;

/// A server as a process, with a log that can be read.
pub(crate) struct Attacked {
    process: Process,
    folder: TempDir,
}

impl Attacked {
    pub(crate) async fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let location = DatabaseLocation::Folder(folder.path().join("data"));
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let process = Process::start_with(free_address(), &location, None, log.into());
        process.is_up().await;
        Self { process, folder }
    }

    pub(crate) fn at(&self) -> SocketAddr {
        self.process.at
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Stops it: it stops in peace, and nothing in it has panicked.
    pub(crate) async fn stop_unharmed(self) {
        let log = self.log();
        let Self { process, folder } = self;
        assert!(process.stop().await.success());
        let log = std::fs::read_to_string(log).unwrap();
        let panic = log.lines().find(|line| line.contains("panicked"));
        assert_eq!(panic, None, "the server's log holds a panic");
        drop(folder);
    }
}

/// Two guests play a whole game of Hex and both see how it ends; how many moves it took.
pub(crate) async fn whole_game(at: SocketAddr) -> u32 {
    let (mut a, mut b) = (Client::guest(at).await, Client::guest(at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "600+5")).await;
    for ply in 0_u8..25 {
        let mv = format!("{}{}", char::from(b'a' + ply % 5), ply / 5 + 1);
        let mover = if ply % 2 == 0 { &mut a } else { &mut b };
        match mover.play(&game, ply.into(), &mv).await {
            Ok(_) => {}
            Err(Refusal::GameOver) => {
                for client in [&mut a, &mut b] {
                    assert!(client.watch(&game).await.result.is_some(), "both see the result");
                }
                return ply.into();
            }
            Err(why) => panic!("an honest move was refused: {why:?}"),
        }
    }
    panic!("a full board of Hex has a winner");
}
