//! External programs that speak UGI or HTP, as child processes.

use crate::match_game::Turn;
use crate::move_report::MoveReport;
use crate::{ContestantError, Entrant, MoveFailure, Pace, Spec};
use bots::Playable;
use catalog::games::hex;
use game::{BySide, Record};
use std::any::Any;
use std::time::{Duration, Instant};
use ugi::ProgramError;

/// Timeout of the handshake of a program.
const PATIENCE: Duration = Duration::from_secs(10);

/// Timeout of a search without time limit.
const ENDLESS: Duration = Duration::from_hours(1);

/// A running program.
pub(crate) enum ExternalProgram {
    Ugi(ugi::Client),
    Htp(htp::Client),
}

impl ExternalProgram {
    /// Starts the program of an entrant; nothing if it is not one.
    pub(crate) fn start(spec: &Spec) -> Result<Option<Self>, ProgramError> {
        match spec {
            Spec::Command(command) => {
                ugi::Client::start(command, PATIENCE).map(|client| Some(Self::Ugi(client)))
            }
            Spec::Htp(command) => {
                htp::Client::start(command, PATIENCE).map(|client| Some(Self::Htp(client)))
            }
            _ => Ok(None),
        }
    }

    /// Sets what the entrant asks for and prepares for a new game.
    pub(crate) fn prepare(&mut self, entrant: &Entrant, seed: u64) -> Result<(), ProgramError> {
        match self {
            Self::Ugi(client) => prepare_ugi(client, entrant, seed),
            Self::Htp(client) => prepare_htp(client, entrant),
        }
    }

    /// Asks for a move: its text, and what the program says of it.
    pub(crate) fn choose<P: Playable>(
        &mut self,
        turn: &Turn<'_, P>,
    ) -> Result<(String, MoveReport), MoveFailure> {
        let patience = turn.patience().unwrap_or(ENDLESS);
        let begun = Instant::now();
        let (text, score, depth) = match self {
            Self::Ugi(client) => {
                let reply = client.go(turn.record, &turn.go_arguments(), patience);
                reply.map(|reply| (reply.best, reply.score, reply.depth))
            }
            Self::Htp(client) => {
                let mv = client.go(hex_record(turn.record)?, turn.clocks(), patience);
                let mv = mv.map_err(|error| self.failure(error))?.ok_or(MoveFailure::Resigned)?;
                Ok((mv.to_string(), None, None))
            }
        }
        .map_err(|error| self.failure(error))?;
        Ok((text, MoveReport { score, depth, time: begun.elapsed() }))
    }

    fn failure(&mut self, error: ProgramError) -> MoveFailure {
        match error {
            ProgramError::Late => MoveFailure::Late,
            ProgramError::Gone => MoveFailure::Crashed(self.exit()),
            error => MoveFailure::Protocol(error.to_string()),
        }
    }

    /// How the program ended.
    fn exit(&mut self) -> String {
        let status = match self {
            Self::Ugi(client) => client.exit_status(),
            Self::Htp(client) => client.exit_status(),
        };
        status.map_or_else(|| "it closed its output".to_owned(), |status| status.to_string())
    }
}

fn prepare_ugi(client: &mut ugi::Client, entrant: &Entrant, seed: u64) -> Result<(), ProgramError> {
    client.set_option("Threads", entrant.resources.threads)?;
    client.set_option("Hash", entrant.resources.memory_mib)?;
    client.set_option("Seed", seed)?;
    for (name, value) in &entrant.options {
        if !client.offers(name) {
            return Err(ProgramError::Start(format!("it offers no option {name}")));
        }
        client.set_option(name, value)?;
    }
    client.new_game()
}

fn prepare_htp(client: &mut htp::Client, entrant: &Entrant) -> Result<(), ProgramError> {
    client.new_game();
    match entrant.pace {
        Pace::MoveTime(time) => client.set_time(Duration::ZERO, time)?,
        Pace::Clock { base, .. } => client.set_time(base, Duration::ZERO)?,
        // HTP has no such limits: a program's own parameters are set by its commands.
        Pace::Nodes(_) | Pace::Depth(_) => {}
    }
    entrant.commands.iter().try_for_each(|line| client.command(line).map(drop))
}

/// The record as HTP is told it, if it is of the game that the protocol is for.
fn hex_record<P: Playable>(record: &Record<P>) -> Result<&Record<hex::Position>, MoveFailure> {
    let record: Option<&Record<hex::Position>> = (record as &dyn Any).downcast_ref();
    record
        .ok_or_else(|| MoveFailure::Protocol(ContestantError::NoHtp { game: P::NAME }.to_string()))
}

/// Both clocks, where the player to move has one; an opponent without a clock is told as having the
/// same.
pub(crate) fn both(
    own: Option<Duration>,
    left: BySide<Option<Duration>>,
) -> Option<BySide<Duration>> {
    own.map(|own| left.map(|left| left.unwrap_or(own)))
}
