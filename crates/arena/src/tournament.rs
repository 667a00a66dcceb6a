//! Tournaments: many games between two or more contestants, several in parallel.
//!
//! Pairs of games are handed out in order, round by round; results arrive in any order and are
//! counted in the order of the pairs, so that a tournament limited by nodes ends the same way
//! however many games are played in parallel.

use crate::contestant::Contestant;
use crate::match_game::{GameTerms, PlayedGame, play};
use crate::{Entrant, Openings, Schedule, Sprt, SprtDecision, Summary, TournamentError};
use bots::Playable;
use game::{BySide, Dice};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A tournament; with two contestants, a match.
#[derive(Clone)]
pub struct Tournament<P: Playable> {
    /// The entrants.
    pub contestants: Vec<Entrant>,
    /// The pairings.
    pub schedule: Schedule,
    /// The openings. In a round all pairings play the same one.
    pub openings: Arc<Openings<P>>,
    /// Number of openings for each pairing, played twice each.
    pub pairs: usize,
    /// The terms of every game.
    pub terms: GameTerms,
    /// Games in parallel.
    pub concurrency: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Sequential test of the first pairing that may end the tournament early.
    pub sprt: Option<Sprt>,
    /// Set from outside to end it after the pairs under way.
    pub stop: Arc<AtomicBool>,
}

/// The games of two contestants against each other.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The numbers of the two, from 0.
    pub players: [usize; 2],
    /// The results, from the view of the first of them.
    pub summary: Summary,
}

/// A pair of games that has just been counted.
pub struct Progress<'a, P: Playable> {
    /// How the tournament stands now.
    pub pairings: &'a [Pairing],
    /// The pairing that was counted.
    pub pairing: usize,
    /// The number of the pair in the tournament, from 0.
    pub pair: usize,
    /// Its games; in the first one the first contestant moved first.
    pub games: &'a [PlayedGame<P>; 2],
}

type PairResult<P> = Result<(usize, [PlayedGame<P>; 2]), TournamentError>;

/// The contestants that a worker has ready, with their numbers.
type Ready<P> = Vec<(usize, Contestant<P>)>;

impl<P: Playable> Tournament<P> {
    /// Pairs of games in the whole tournament.
    pub fn total_pairs(&self) -> usize {
        self.pairs * self.schedule.pairings(self.contestants.len()).len()
    }

    /// Plays until all pairs are played, the test decides, it is stopped, or `progress` returns an
    /// error. The pairs under way are finished and counted.
    ///
    /// # Errors
    /// If a contestant cannot be started, or the error of `progress`.
    pub fn run(
        &self,
        progress: &mut dyn FnMut(&Progress<'_, P>) -> io::Result<()>,
    ) -> Result<Vec<Pairing>, TournamentError> {
        let next = AtomicUsize::new(0);
        let done = AtomicBool::new(false);
        let (send, results) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.total_pairs().max(1)) {
                let send = send.clone();
                let (next, done) = (&next, &done);
                scope.spawn(move || self.work(next, done, &send));
            }
            drop(send);
            let pairings = self.count(&results, progress);
            done.store(true, Relaxed);
            pairings
        })
    }

    fn work(&self, next: &AtomicUsize, done: &AtomicBool, results: &Sender<PairResult<P>>) {
        let pairings = self.schedule.pairings(self.contestants.len());
        let mut ready = Ready::new();
        // Asked before a pair is taken: those that were taken are all played.
        while !done.load(Relaxed) && !self.stop.load(Relaxed) {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= self.total_pairs() {
                return;
            }
            let players = pairings[pair % pairings.len()];
            let result = self
                .seated(&mut ready, players, pair)
                .and_then(|seated| self.play_pair(seated, players, pair))
                .map(|games| (pair, games));
            let failed = result.is_err();
            if results.send(result).is_err() || failed {
                return;
            }
        }
    }

    /// The two players, seeded for this pair. Others are ended, for their memory.
    fn seated<'a>(
        &self,
        ready: &'a mut Ready<P>,
        players: [usize; 2],
        pair: usize,
    ) -> Result<[&'a mut Contestant<P>; 2], TournamentError> {
        let mut dice = Dice::new(self.seed ^ (pair as u64).rotate_left(40));
        ready.retain(|(number, _)| players.contains(number));
        for player in players {
            let seed = dice.roll();
            match ready.iter_mut().find(|(number, _)| *number == player) {
                Some((_, contestant)) => contestant.reseed(seed)?,
                None => ready.push((player, Contestant::new(&self.contestants[player], seed)?)),
            }
        }
        ready.sort_by_key(|(number, _)| *number != players[0]);
        match ready.as_mut_slice() {
            [(_, first), (_, second)] => Ok([first, second]),
            _ => Err(TournamentError::Pairing),
        }
    }

    fn play_pair(
        &self,
        [first, second]: [&mut Contestant<P>; 2],
        players: [usize; 2],
        pair: usize,
    ) -> Result<[PlayedGame<P>; 2], TournamentError> {
        let pairings = self.schedule.pairings(self.contestants.len()).len();
        let round = pair / pairings.max(1);
        let opening = self.openings.of_pair(round)?;
        let straight = play(&opening, BySide::new(&mut *first, &mut *second), &self.terms);
        first.prepare()?;
        second.prepare()?;
        let turned = play(&opening, BySide::new(second, first), &self.terms);
        let [one, two] = players;
        Ok([
            self.tagged(straight, 2 * pair + 1, players),
            self.tagged(turned, 2 * pair + 2, [two, one]),
        ])
    }

    /// The game with its number and the names of those who played it, in the order of sides.
    fn tagged(
        &self,
        mut played: PlayedGame<P>,
        number: usize,
        players: [usize; 2],
    ) -> PlayedGame<P> {
        let [first, second] = players.map(|player| self.contestants[player].name.clone());
        let tags = &mut played.record.tags;
        for (name, value) in [
            ("Round", number.to_string()),
            ("First", first),
            ("Second", second),
            ("Termination", played.end.text()),
        ] {
            tags.push((name.to_owned(), value));
        }
        played
    }

    fn count(
        &self,
        results: &Receiver<PairResult<P>>,
        progress: &mut dyn FnMut(&Progress<'_, P>) -> io::Result<()>,
    ) -> Result<Vec<Pairing>, TournamentError> {
        let scheduled = self.schedule.pairings(self.contestants.len());
        let mut pairings: Vec<Pairing> = scheduled
            .into_iter()
            .map(|players| Pairing { players, summary: Summary::default() })
            .collect();
        let mut early = BTreeMap::new();
        let mut expected = 0;
        for result in results {
            let (pair, games) = result?;
            early.insert(pair, games);
            while let Some(games) = early.remove(&expected) {
                let (pair, pairing) = (expected, expected % pairings.len());
                pairings[pairing].summary.add(&games);
                progress(&Progress { pairings: &pairings, pairing, pair, games: &games })
                    .map_err(TournamentError::Progress)?;
                expected += 1;
                if self.is_decided(&pairings[0]) {
                    return Ok(pairings);
                }
            }
        }
        Ok(pairings)
    }

    fn is_decided(&self, pairing: &Pairing) -> bool {
        let decision = self.sprt.map(|sprt| sprt.decision(&pairing.summary.tally.pairs));
        decision.is_some_and(|decision| decision != SprtDecision::Open)
    }
}

impl<P: Playable> Progress<'_, P> {
    /// The two games as records with comments, each with its number from 1.
    pub fn records(&self) -> [(usize, String); 2] {
        [0, 1].map(|i| (2 * self.pair + i + 1, self.games[i].text()))
    }

    /// Games counted so far.
    pub fn games_played(&self) -> usize {
        2 * (self.pair + 1)
    }

    /// How the pairing stands.
    pub fn summary(&self) -> &Summary {
        &self.pairings[self.pairing].summary
    }
}
