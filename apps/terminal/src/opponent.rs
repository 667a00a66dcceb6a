//! Opponents: our players and external programs, each on a thread of its own, so that the screen never waits
//! for a move.

use crate::opponent_spec::OpponentSpec;
use crate::screen::WORKER;
use crate::stop::Stop;
use arena::{Contestant, ContestantError, Entrant, MoveFailure, Pace, Resources, Spec};
use bots::{InformationSet, Playable};
use catalog::{AnyRecord, GameName, with_game};
use clock::Control;
use game::BySide;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// Time per move of players that do not limit themselves, where nothing else is said.
const MOVE_TIME: Duration = Duration::from_secs(2);

/// An opponent that is a program: who, how long it may think, and its seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComputerPlayer {
    /// The specification of the player.
    pub spec: Spec,
    /// Limits per move.
    pub pace: Pace,
    /// Seed of its random choices.
    pub seed: u64,
}

impl ComputerPlayer {
    /// The player that is asked for; nothing for a person.
    pub fn new(
        opponent: &OpponentSpec,
        movetime: Option<Duration>,
        control: Control,
        seed: u64,
    ) -> Option<Self> {
        let OpponentSpec::Program(spec) = opponent else { return None };
        let ms = |span: clock::Span| Duration::from_millis(span.0);
        let pace = match (movetime, control) {
            (Some(time), _) => Pace::MoveTime(time),
            (None, Control::Fischer { start, increment }) => {
                Pace::Clock { base: ms(start), increment: ms(increment) }
            }
            // A node limit that no search reaches: the player has one of its own.
            (None, _) if opponent.limits_itself() => Pace::Nodes(u64::MAX),
            (None, _) => Pace::MoveTime(MOVE_TIME),
        };
        Some(Self { spec: spec.clone(), pace, seed })
    }
}

/// A question to an opponent.
struct Question {
    number: u64,
    record: AnyRecord,
    left: BySide<Option<Duration>>,
    stop: Stop,
}

/// The answer to the question with this number: a move in machine notation, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpponentReply {
    /// The number of the question.
    pub number: u64,
    /// The move.
    pub answer: Result<String, OpponentFailure>,
}

/// Why there is no move, as the end of a sentence that begins with the opponent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpponentFailure {
    /// It resigned.
    #[error("resigns")]
    Resigned,
    /// It cannot play, or failed.
    #[error("{0}")]
    Failed(String),
}

impl From<MoveFailure> for OpponentFailure {
    fn from(failure: MoveFailure) -> Self {
        match failure {
            MoveFailure::Resigned => Self::Resigned,
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<ContestantError> for OpponentFailure {
    fn from(error: ContestantError) -> Self {
        Self::Failed(format!("cannot play: {error}"))
    }
}

/// An opponent on its thread. Dropping it stops its search; the thread ends then.
pub struct Opponent {
    questions: Sender<Question>,
    stop: Stop,
}

impl Opponent {
    /// Starts the thread of a player; its answers go to `tell`.
    pub fn start(
        game: GameName,
        player: ComputerPlayer,
        tell: impl Fn(OpponentReply) + Send + 'static,
    ) -> Self {
        let (questions, asked) = channel();
        let serving = move || with_game!(game, P => serve::<P>(&player, &asked, &tell));
        // Without a thread no answer comes, which is the machine's trouble and not the game's.
        let _ = thread::Builder::new().name(WORKER.to_owned()).spawn(serving);
        Self { questions, stop: Stop::default() }
    }

    /// Asks for a move in this game, in which so much time is left; the search before is stopped.
    pub fn ask(&mut self, number: u64, record: AnyRecord, left: BySide<Option<Duration>>) {
        self.stop.give();
        self.stop = Stop::default();
        let stop = self.stop.clone();
        // A thread that has ended has said why.
        let _ = self.questions.send(Question { number, record, left, stop });
    }

    /// Stops the search; its answer still comes.
    pub fn stop(&self) {
        self.stop.give();
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.stop.give();
    }
}

/// Answers questions until the other end is gone.
fn serve<P: Playable>(
    player: &ComputerPlayer,
    asked: &Receiver<Question>,
    tell: &dyn Fn(OpponentReply),
) {
    let entrant = Entrant::new(player.spec.clone(), Resources::default(), player.pace);
    let mut contestant: Option<Contestant<P>> = None;
    while let Ok(question) = asked.recv() {
        let answering = || answer(&mut contestant, &entrant, player.seed, &question);
        let crashed = |_| Err(OpponentFailure::Failed("has crashed: this is a bug".to_owned()));
        let answer = catch_unwind(AssertUnwindSafe(answering)).unwrap_or_else(crashed);
        if matches!(answer, Err(OpponentFailure::Failed(_))) {
            // The next question starts it again.
            contestant = None;
        }
        tell(OpponentReply { number: question.number, answer });
    }
}

fn answer<P: Playable>(
    contestant: &mut Option<Contestant<P>>,
    entrant: &Entrant,
    seed: u64,
    question: &Question,
) -> Result<String, OpponentFailure> {
    let player = match contestant {
        Some(player) => player,
        None => contestant.insert(Contestant::new(entrant, seed)?),
    };
    let other = || OpponentFailure::Failed("was asked about another game".to_owned());
    let record = question.record.of_game::<P>().ok_or_else(other)?;
    // A player is given what it may know, and nothing else.
    let known = InformationSet::of(record);
    let stop = Some(question.stop.signal());
    Ok(player.reply(known.record(), question.left, stop)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(spec: &str, game: GameName) -> Result<String, OpponentFailure> {
        let player =
            ComputerPlayer::new(&spec.parse().unwrap(), None, Control::None, 1).expect("a program");
        let (tell, told) = channel();
        let mut opponent = Opponent::start(game, player, move |reply| {
            let _ = tell.send(reply);
        });
        opponent.ask(7, AnyRecord::begin(game, "").unwrap(), BySide::default());
        let reply = told.recv().expect("an answer");
        assert_eq!(reply.number, 7);
        reply.answer
    }

    #[test]
    fn every_opponent_plays_every_game() {
        for game in GameName::ALL {
            for spec in ["level:1", "random", "greedy", "plain:1"] {
                let mv = reply(spec, game).unwrap();
                assert!(AnyRecord::begin(game, "").unwrap().play(&mv).is_ok(), "{spec}: {mv}");
            }
        }
    }

    #[test]
    fn a_program_that_cannot_play_says_why() {
        let failure = reply("cmd:/nonexistent/engine", GameName::Hex).unwrap_err();
        assert!(failure.to_string().starts_with("cannot play: "), "{failure}");
        let failure = reply("htp:x", GameName::Eclipse).unwrap_err();
        assert!(failure.to_string().contains("Hex only"), "{failure}");
    }
}
