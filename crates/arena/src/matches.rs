//! Matches: many games between two contestants, several in parallel.
//!
//! Pairs are handed out in order; results arrive in any order and are counted in the order of the
//! pairs, so that a match limited by nodes ends the same way however many games are played in
//! parallel.

use crate::contestant::{Contestant, Resources};
use crate::match_game::{GameEnd, GameTerms, PlayedGame, play};
use crate::{Openings, Spec, Sprt, SprtDecision, Tally};
use bots::Playable;
use game::{BySide, Dice, Record, Side};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A match between two contestants.
#[derive(Clone, Debug)]
pub struct Match<P: Playable> {
    /// The contestants. The results are those of the first.
    pub contestants: [Spec; 2],
    /// Memory and threads of both.
    pub resources: Resources,
    /// The openings.
    pub openings: Openings<P>,
    /// Number of openings, played twice each.
    pub pairs: usize,
    /// The terms of every game.
    pub terms: GameTerms,
    /// Games in parallel.
    pub concurrency: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Sequential test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// The state of a match.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The results.
    pub tally: Tally,
    /// Games that each contestant lost by time, an illegal move or a crash.
    pub faults: [u64; 2],
    /// The last such error.
    pub last_fault: Option<String>,
    /// Plies played in all games.
    pub plies: u64,
    /// Games that became too long.
    pub too_long: u64,
}

/// A pair of games that has just been counted.
pub struct Progress<'a, P: Playable> {
    /// How the match stands now.
    pub summary: &'a Summary,
    /// The number of the pair, from 0.
    pub pair: usize,
    /// Its games; in the first one the first contestant moved first.
    pub games: &'a [PlayedGame<P>; 2],
}

type PairResult<P> = Result<(usize, [PlayedGame<P>; 2]), String>;

impl<P: Playable> Match<P> {
    /// Plays until all pairs are played, the test decides, or `progress` returns an error.
    ///
    /// # Errors
    /// If a contestant cannot be started, or the error of `progress`.
    pub fn run(
        &self,
        progress: &mut dyn FnMut(&Progress<'_, P>) -> Result<(), String>,
    ) -> Result<Summary, String> {
        let next = AtomicUsize::new(0);
        let done = AtomicBool::new(false);
        let (send, results) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.pairs.max(1)) {
                let send = send.clone();
                let (next, done) = (&next, &done);
                scope.spawn(move || self.work(next, done, &send));
            }
            drop(send);
            let summary = self.count(&results, progress);
            done.store(true, Relaxed);
            summary
        })
    }

    fn work(&self, next: &AtomicUsize, done: &AtomicBool, results: &Sender<PairResult<P>>) {
        let mut players: Option<[Contestant<P>; 2]> = None;
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= self.pairs || done.load(Relaxed) {
                return;
            }
            let result = self
                .contestants(&mut players, pair)
                .and_then(|players| self.play_pair(players, pair).map(|games| (pair, games)));
            let failed = result.is_err();
            if results.send(result).is_err() || failed {
                return;
            }
        }
    }

    /// The players, seeded for this pair.
    fn contestants<'a>(
        &self,
        players: &'a mut Option<[Contestant<P>; 2]>,
        pair: usize,
    ) -> Result<&'a mut [Contestant<P>; 2], String> {
        let mut dice = Dice::new(self.seed ^ (pair as u64).rotate_left(40));
        let seeds = [dice.roll(), dice.roll()];
        let [first, second] = &self.contestants;
        match players {
            Some([a, b]) => {
                a.reseed(seeds[0])?;
                b.reseed(seeds[1])?;
            }
            None => {
                *players = Some([
                    Contestant::new(first, self.resources, seeds[0])?,
                    Contestant::new(second, self.resources, seeds[1])?,
                ]);
            }
        }
        players.as_mut().ok_or_else(|| "nobody is seated".to_owned())
    }

    fn play_pair(
        &self,
        [first, second]: &mut [Contestant<P>; 2],
        pair: usize,
    ) -> Result<[PlayedGame<P>; 2], String> {
        let opening = self.openings.of_pair(pair).ok_or("there are no openings")?;
        let straight = play(opening, BySide::new(&mut *first, &mut *second), &self.terms);
        first.prepare()?;
        second.prepare()?;
        let turned = play(opening, BySide::new(second, first), &self.terms);
        Ok([self.tagged(straight, pair, Side::First), self.tagged(turned, pair, Side::Second)])
    }

    /// The game with the names of those who played it; `side` is the first contestant's.
    fn tagged(&self, mut played: PlayedGame<P>, pair: usize, side: Side) -> PlayedGame<P> {
        let [first, second] = &self.contestants;
        let (one, two) = if side == Side::First { (first, second) } else { (second, first) };
        let round = 2 * pair + side.index() + 1;
        let tags = &mut played.record.tags;
        for (name, value) in [
            ("Round", round.to_string()),
            ("First", one.to_string()),
            ("Second", two.to_string()),
            ("Termination", played.end.text()),
        ] {
            tags.push((name.to_owned(), value));
        }
        played
    }

    fn count(
        &self,
        results: &Receiver<PairResult<P>>,
        progress: &mut dyn FnMut(&Progress<'_, P>) -> Result<(), String>,
    ) -> Result<Summary, String> {
        let mut summary = Summary::default();
        let mut early = BTreeMap::new();
        let mut expected = 0;
        for result in results {
            let (pair, games) = result?;
            early.insert(pair, games);
            while let Some(games) = early.remove(&expected) {
                summary.add(&games);
                progress(&Progress { summary: &summary, pair: expected, games: &games })?;
                expected += 1;
                let decision = self.sprt.map(|sprt| sprt.decision(&summary.tally.pairs));
                if decision.is_some_and(|decision| decision != SprtDecision::Open) {
                    return Ok(summary);
                }
            }
        }
        Ok(summary)
    }
}

impl Summary {
    fn add<P: Playable>(&mut self, games: &[PlayedGame<P>; 2]) {
        self.tally.add([games[0].outcome, games[1].outcome]);
        for (played, first) in games.iter().zip(Side::BOTH) {
            self.plies += played.record.ply() as u64;
            self.too_long += u64::from(played.end == GameEnd::TooLong);
            if let Some(side) = played.end.at_fault() {
                self.faults[usize::from(side != first)] += 1;
                self.last_fault = Some(played.end.text());
            }
        }
    }
}

impl<P: Playable> Progress<'_, P> {
    /// The records of the two games.
    pub fn records(&self) -> [&Record<P>; 2] {
        [&self.games[0].record, &self.games[1].record]
    }
}
