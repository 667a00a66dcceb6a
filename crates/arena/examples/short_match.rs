//! Plays a match of 20 games between one ply of evaluation and random moves, and estimates the
//! difference in Elo.
//!
//! `cargo run -p arena --example short_match`

use arena::{
    Entrant, GameTerms, Openings, Pace, Resources, Schedule, Tournament, TournamentError, elo,
};
use catalog::games::hex;
use std::sync::Arc;
use std::time::Duration;

fn main() -> Result<(), TournamentError> {
    let resources = Resources { memory_mib: 1, threads: 1 };
    let entrant =
        |text: &str| Entrant::new(text.parse().expect("a contestant"), resources, Pace::Nodes(100));
    let options = "size=5".parse().expect("options of Hex");
    let tournament = Tournament::<hex::Position> {
        contestants: vec![entrant("greedy"), entrant("random")],
        schedule: Schedule::RoundRobin,
        openings: Arc::new(Openings::generated(options, 2, 7)),
        pairs: 10,
        terms: GameTerms { margin: Duration::from_mins(1), longest: 120, adjudication: None },
        concurrency: 1,
        seed: 7,
        sprt: None,
        stop: Arc::default(),
    };
    let pairings = tournament.run(&mut |progress| {
        println!("{} games", progress.games_played());
        Ok(())
    })?;
    let tally = &pairings[0].summary.tally;
    println!("greedy against random: {:?}", tally.total());
    println!("{:?}", elo::estimate(&tally.pairs));
    let unknown = "gready".parse::<arena::Spec>().expect_err("nobody is called so");
    println!("{unknown}");
    Ok(())
}
