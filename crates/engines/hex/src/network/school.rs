//! Teaching a network: the player plays against itself, and the network learns which moves its
//! searches tried most; then the player plays again, with the network, and so on.

use super::Network;
use super::seen::{Seen, cell};
use super::training::{Example, Marks, Pupil, mark};
use crate::player::{Models, Player, Settings};
use game::{Dice, Position as _, Record};
use hex::{Move, Options, Position, SwapRule};
use search::{Limits, Report, Score, Search as _};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;

/// How a network is taught. The same gives the same network on the same machine, whatever the
/// threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct School {
    /// Games in each generation.
    pub games: usize,
    /// Playouts for every move.
    pub nodes: u64,
    /// How often games are played and learned from; the first time without a network.
    pub generations: usize,
    /// How often each generation goes through its games.
    pub rounds: usize,
    /// Games at once.
    pub threads: usize,
    /// What chance goes by.
    pub seed: u64,
}

/// How far it has come: parts that are done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// So many games.
    Playing(usize),
    /// So many rounds of learning.
    Learning(usize),
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    /// The network.
    pub network: Network,
    /// Of each generation: positions learned from and positions held out, and how the network does
    /// on the latter.
    pub generations: Vec<([usize; 2], Marks)>,
}

/// Boards that are played on, in turn: what is learned on one is good for the others.
const SIZES: [usize; 8] = [11, 11, 9, 11, 13, 11, 8, 11];
/// Of so many games one is kept to judge by. All these are on 11×11, for the boards come in turn.
const HELD_OUT_EVERY: usize = 16;
/// How far the first steps of the first generation go.
const RATE: f32 = 0.004;
/// Plies at random to begin with, at most, and plies chosen as often as they were tried.
const RANDOM: usize = 5;
const VARIED: usize = 8;
/// A smaller share of the visits is noise.
const LEAST_SHARE: f32 = 0.005;

impl School {
    /// Fewer playouts a move say too little.
    pub const LEAST_NODES: u64 = 100;

    /// Plays and learns; `tell` hears of it. `None` if there were too few games.
    pub fn teach(&self, tell: &mut dyn FnMut(Stage)) -> Option<Learned> {
        let mut dice = Dice::new(self.seed);
        let mut pupil = Pupil::new(&mut dice);
        let mut generations = Vec::new();
        for generation in 0..self.generations {
            let network = (generation > 0).then_some(&pupil.network);
            let games = self.play(generation, network, tell);
            let (held_out, taught): (Vec<_>, Vec<_>) =
                games.into_iter().enumerate().partition(|(i, _)| i % HELD_OUT_EVERY == 0);
            let [held_out, taught] = [held_out, taught]
                .map(|games| games.into_iter().flat_map(|(_, game)| game).collect::<Vec<_>>());
            if held_out.is_empty() || taught.is_empty() {
                return None;
            }
            let first = RATE / (generation + 1) as f32;
            for round in 0..self.rounds {
                let rate = first * (1.0 - round as f32 / self.rounds as f32);
                pupil.learn(&taught, rate, &mut dice);
                tell(Stage::Learning(round + 1));
            }
            let marks = mark(&pupil.network, &held_out);
            generations.push(([taught.len(), held_out.len()], marks));
        }
        Some(Learned { network: pupil.network, generations })
    }

    /// The examples of every game of a generation.
    fn play(
        &self,
        generation: usize,
        network: Option<&Network>,
        tell: &mut dyn FnMut(Stage),
    ) -> Vec<Vec<Example>> {
        let mut games = vec![Vec::new(); self.games];
        let next = AtomicUsize::new(0);
        let (send, results) = channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= self.games {
                            return;
                        }
                        let seed = self.seed ^ ((generation * self.games + number) as u64) << 20;
                        let size = SIZES[number % SIZES.len()];
                        let game = Game { size, seed, nodes: self.nodes, network };
                        if send.send((number, game.play())).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for (done, (number, examples)) in results.into_iter().enumerate() {
                games[number] = examples;
                tell(Stage::Playing(done + 1));
            }
        });
        games
    }
}

/// A game to learn from.
struct Game<'a> {
    size: usize,
    seed: u64,
    nodes: u64,
    network: Option<&'a Network>,
}

impl Game<'_> {
    /// Plays until the winner is proven; an example for every move.
    fn play(&self) -> Vec<Example> {
        let mut examples = Vec::new();
        let Ok(options) = Options::new(self.size, SwapRule::Off) else { return examples };
        let mut dice = Dice::new(self.seed);
        let mut record = Record::<Position>::new(options);
        for _ in 0..=dice.below(RANDOM) {
            let mv = dice.choose(&record.position().moves());
            mv.and_then(|mv| record.play(mv).ok());
        }
        let mut player = self.player();
        while record.conclusion().is_none() {
            let report = player.search(&record, &Limits::nodes(self.nodes), &mut |_| ());
            if report.score().is_none_or(Score::is_proven) {
                break;
            }
            examples.extend(example(&record, &report));
            let mv = if record.ply() < VARIED { tried(&report, &mut dice) } else { report.best() };
            if mv.is_none_or(|mv| record.play(mv).is_err()) {
                break;
            }
        }
        examples
    }

    fn player(&self) -> Player {
        let usual = Settings::default();
        let regard = if self.network.is_some() { usual.regard } else { 0 };
        let lines = self.size * self.size;
        let settings = Settings { memory_mib: 16, lines, regard, seed: self.seed, ..usual };
        let network = self.network.cloned().unwrap_or_else(Network::blank);
        Player::with_models(settings, &Models { network, ..Models::default() })
    }
}

/// What a search thought of the moves.
fn example(record: &Record<Position>, report: &Report<Position>) -> Option<Example> {
    let position = record.position();
    let visits = report.lines.iter().map(|line| line.visits.unwrap_or(0));
    let sum: u32 = visits.sum();
    let wanted = report.lines.iter().filter_map(|line| {
        let Move::Place(at) = line.first()? else { return None };
        let share = line.visits.unwrap_or(0) as f32 / sum as f32;
        let cell = cell(position.size(), position.side_to_move(), at);
        (share >= LEAST_SHARE).then_some((cell as u16, share))
    });
    let mut wanted: Vec<_> = wanted.collect();
    let whole: f32 = wanted.iter().map(|(_, share)| share).sum();
    for (_, share) in &mut wanted {
        *share /= whole;
    }
    let mut seen = Seen::default();
    seen.show(position, record.moves().last().copied());
    (u64::from(sum) >= School::LEAST_NODES).then_some(Example { seen, wanted })
}

/// A move, the likelier the more it was tried.
fn tried(report: &Report<Position>, dice: &mut Dice) -> Option<Move> {
    let visits = |line: &search::Line<Position>| line.visits.unwrap_or(0) as usize;
    let sum: usize = report.lines.iter().map(visits).sum();
    let mut nth = dice.below(sum.max(1));
    let chosen = report.lines.iter().find(|line| {
        let found = nth < visits(line);
        nth = nth.saturating_sub(visits(line));
        found
    });
    chosen.and_then(search::Line::first).or(report.best())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_learned_whatever_the_threads() {
        let school =
            School { games: 3, nodes: 120, generations: 2, rounds: 2, threads: 1, seed: 5 };
        let mut stages = Vec::new();
        let alone = school.teach(&mut |stage| stages.push(stage)).expect("enough games");
        let together = School { threads: 3, ..school }.teach(&mut |_| ()).expect("enough games");
        assert_eq!(alone, together);
        assert_eq!(alone.generations.len(), 2);
        assert_eq!(stages.last(), Some(&Stage::Learning(2)));
        assert_eq!(
            Network::from_bytes(&alone.network.to_bytes()).map(|n| n.to_bytes()),
            Some(alone.network.to_bytes())
        );
    }

    #[test]
    fn nothing_is_learned_from_no_game() {
        let school =
            School { games: 0, nodes: 120, generations: 1, rounds: 1, threads: 1, seed: 5 };
        assert_eq!(school.teach(&mut |_| ()), None);
    }
}
