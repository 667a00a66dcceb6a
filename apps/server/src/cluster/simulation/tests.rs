//! What the simulation shows: over many seeds nothing is wrong, though everything has failed; and each invariant fails
//! where what it rests on is missing.

use super::database::Flaw;
use super::{FaultCounts, SentText, Setup, Simulation};
use catalog::games::hexchess::{Kind, Move, Options, Phase, Piece, Position};
use game::{Dice, MoveList, Position as _, Record, Side};

/// How many seeds are tried; more with `SIXFOLD_SEEDS`.
const SEEDS: u64 = 20;

fn seeds() -> u64 {
    std::env::var("SIXFOLD_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(SEEDS)
}

/// The first side's choice that stays hidden from everybody else.
const SECRETS: [&str; 2] = ["all:KCDGF", "all:KCDGN"];

/// Whether a horse of the first side falls, which tells what it was.
fn reveals(position: &Position, mv: Move) -> bool {
    let horses = [Kind::Knight, Kind::Fool].map(|kind| Piece::new(Side::First, kind));
    position.effects(mv).fallen().any(|piece| horses.contains(&piece))
}

/// A game that is the same with both secrets, as long as it goes without revealing anything.
fn script(secret: &str) -> Vec<String> {
    let mut records = SECRETS.map(|text| {
        let mut record: Record<Position> = Record::new(Options);
        record.play(text.parse().unwrap()).unwrap();
        record
    });
    let (mut dice, mut script) = (Dice::new(5), vec![secret.to_owned()]);
    for _ in 0..60 {
        let position = records[0].position();
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let mv = list[dice.below(list.len())];
        let ends = |record: &Record<Position>| {
            let mut after = record.clone();
            after.play(mv).is_err() || after.conclusion().is_some()
        };
        let is_setup = position.phase() == Phase::Setup;
        if reveals(position, mv) || records.iter().any(ends) {
            continue;
        }
        assert!(!is_setup || script.len() < 12, "the setup ends");
        for record in &mut records {
            record.play(mv).unwrap();
        }
        script.push(mv.to_string());
        if script.len() == 20 {
            break;
        }
    }
    script
}

fn run(seed: u64, secret: &str, flaws: &[Flaw]) -> Simulation {
    let setup = Setup { flaws: flaws.to_vec(), script: script(secret), same_clocks: false };
    let mut simulation = Simulation::new(seed, setup);
    simulation.run();
    simulation
}

#[test]
fn whatever_fails_every_invariant_holds() {
    let (mut sum, mut database, mut names) = (FaultCounts::default(), [0; 4], 0);
    let seeds = seeds();
    for seed in 0..seeds {
        let simulation = run(seed, SECRETS[0], &[]);
        assert_eq!(simulation.violations, Vec::<String>::new(), "seed {seed}");
        let (counts, stored) = (simulation.counts, &simulation.database);
        sum.leases_lost += counts.leases_lost;
        sum.believed += counts.believed;
        sum.zombies += counts.zombies;
        sum.resumed += counts.resumed;
        sum.unknown += counts.unknown;
        sum.letters_lost += counts.letters_lost;
        sum.compared += counts.compared;
        let refused = [stored.fenced, stored.lobby_fenced, stored.taken, stored.accepted_before];
        database.iter_mut().zip(refused).for_each(|(sum, refused)| *sum += refused);
        names += simulation.names;
    }
    println!("{sum:?}; fenced, lobby fenced, taken, accepted: {database:?}; names: {names}");
    assert!(
        database.iter().all(|refused| *refused > 0),
        "something is never refused: {database:?}"
    );
    assert!(sum.leases_lost > seeds && sum.zombies > seeds, "too few faults: {sum:?}");
    assert!(sum.believed > 0, "no node has written under a stale epoch in good faith: {sum:?}");
    assert!(sum.resumed > seeds && sum.unknown > seeds && sum.letters_lost > seeds, "{sum:?}");
    assert!(sum.compared > 100 * seeds, "too little is played: {sum:?}");
}

/// Whether something is found to be wrong with one of the seeds, which says what it is.
fn is_found(flaws: &[Flaw], wanted: &str) -> bool {
    (0..3 * SEEDS).any(|seed| {
        let violations = run(seed, SECRETS[0], flaws).violations;
        if let Some(what) = violations.first() {
            println!("{flaws:?}, seed {seed}: {what:.200}");
        }
        violations.iter().any(|what| what.contains(wanted))
    })
}

#[test]
fn each_invariant_fails_without_what_it_rests_on() {
    assert!(is_found(&[Flaw::IgnoresEpoch], "writes to"));
    // A move is stored twice: whoever holds the log sees it before the log is checked.
    assert!(is_found(&[Flaw::IgnoresNumbers], "moves of"));
    assert!(is_found(&[Flaw::IgnoresLobbyEpoch], "does not lead the lobby"));
    assert!(is_found(&[Flaw::KeepsChallenges], "becomes two games"));
    assert!(is_found(&[Flaw::RatesRefusedEnds], "has changed ratings 2 times"));
    assert!(is_found(&[Flaw::AcknowledgesEarly], "and not stored"));
}

/// A renewal may be committed when others have taken over: whoever then believed in it would go on with what it had
/// lost, and refuse moves that it does not know the position of.
#[test]
fn with_clocks_of_the_same_speed_whoever_keeps_its_lease_keeps_its_games() {
    let run = |seed, flaws: &[Flaw]| {
        let (flaws, script) = (flaws.to_vec(), script(SECRETS[0]));
        let mut simulation = Simulation::new(seed, Setup { flaws, script, same_clocks: true });
        simulation.run();
        simulation.violations
    };
    for seed in 0..seeds() / 2 {
        assert_eq!(run(seed, &[]), Vec::<String>::new(), "seed {seed}");
    }
    let is_found = |seed| run(seed, &[Flaw::RevivesLeases]).iter().any(|w| w.contains("has lost"));
    assert!((0..SEEDS).any(is_found));
}

/// Everything that was sent to those who may not know the secret, byte for byte, in two worlds.
fn texts_sent(seed: u64, flaws: &[Flaw]) -> [Vec<SentText>; 2] {
    SECRETS.map(|secret| run(seed, secret, flaws).told)
}

#[test]
fn nobody_is_sent_a_byte_that_depends_on_what_is_hidden_from_them() {
    let mut texts = 0;
    for seed in 0..seeds() / 4 {
        let [one, other] = texts_sent(seed, &[]);
        let differs = one.iter().zip(&other).find(|(one, other)| one != other);
        assert_eq!((differs, one.len()), (None, other.len()), "seed {seed}");
        texts += one.len();
    }
    assert!(texts > 2_000, "only {texts} texts");
    let [one, other] = texts_sent(0, &[Flaw::SendsEverything]);
    assert_ne!(one, other, "what the owner may know does differ");
}

#[test]
fn a_seed_decides_everything() {
    let logs = [1, 1].map(|seed| {
        let simulation = run(seed, SECRETS[1], &[]);
        let rows = simulation.database.games.into_values();
        (simulation.now, simulation.told, rows.map(|row| (row.epoch, row.log)).collect::<Vec<_>>())
    });
    assert_eq!(logs[0], logs[1]);
}
