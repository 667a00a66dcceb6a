//! Guarantees of every player in every game: legal moves, wins in one, repeatable choices, no use
//! of hidden information.

use bots::{
    Config, Greedy, Level, Levelled, Playable, Random, player, risk, run_bench, win_in_one,
};
use catalog::{GameName, with_game};
use game::{Dice, Outcome, Position, Record, Side};
use search::{Limits, Search};

/// Small enough that a test in a loop stays quick.
fn quick() -> Limits {
    Limits::nodes(400)
}

fn options<P: Position>() -> P::Options {
    "size=5".parse().unwrap_or_default()
}

/// A game on a small board played by chance from its start, as far as `plies`.
fn walk<P: Position>(seed: u64, plies: usize) -> Record<P> {
    walk_of(options::<P>(), seed, plies)
}

/// The same on any board.
fn walk_of<P: Position>(options: P::Options, seed: u64, plies: usize) -> Record<P> {
    let mut dice = Dice::new(seed);
    let mut record = Record::<P>::new(options);
    for _ in 0..plies {
        if record.conclusion().is_some() {
            break;
        }
        let mv = dice.choose(&record.position().moves()).expect("a game that goes on has moves");
        record.play(mv).expect("a listed move is legal");
    }
    record
}

/// Positions from walks where the side to move can win at once.
fn wins_at_hand<P: Playable>(wanted: usize) -> Vec<Record<P>> {
    let all = (0..3_000).flat_map(|seed| {
        let game = walk::<P>(seed, 60);
        (0..game.ply()).map(move |ply| game.truncated(ply)).collect::<Vec<_>>()
    });
    all.filter(|record| win_in_one(&P::worlds(record)).is_some()).take(wanted).collect()
}

fn takes_the_win<P: Playable>() {
    let records = wins_at_hand::<P>(12);
    assert_eq!(records.len(), 12, "{}: wins come up in random games", P::NAME);
    for record in &records {
        let side = record.position().side_to_move();
        let wins = |mv: P::Move| {
            let after = record.position().after(mv);
            after.outcome().and_then(Outcome::winner) == Some(side)
        };
        for level in Level::all().take(7) {
            let mv = Levelled::<P>::new(level, 3).search(record, &quick(), &mut |_| ()).best();
            assert!(mv.is_some_and(wins), "level {level} in {}", record.position());
        }
        let mv = Greedy::<P>::new(3).search(record, &quick(), &mut |_| ()).best();
        assert!(mv.is_some_and(wins), "greedy in {}", record.position());
    }
}

#[test]
fn a_win_in_one_is_never_missed() {
    for game in GameName::ALL {
        with_game!(game, P => takes_the_win::<P>());
    }
}

fn avoids_the_loss<P: Playable>() {
    let mut seen = 0;
    for seed in 0..2_000 {
        let game = walk::<P>(seed, 60);
        let Some(ply) = game.ply().checked_sub(2) else { continue };
        let record = game.truncated(ply);
        let worlds = P::worlds(&record);
        let moves = record.position().moves();
        let risks: Vec<usize> = moves.iter().map(|&mv| risk(&worlds, mv)).collect();
        let (least, most) = (risks.iter().min(), risks.iter().max());
        if least == most || win_in_one(&worlds).is_some() {
            continue;
        }
        for level in Level::all().skip(1).take(6) {
            let report = Levelled::<P>::new(level, seed).search(&record, &quick(), &mut |_| ());
            let risk = report.best().map(|mv| risk(&worlds, mv));
            assert_eq!(risk.as_ref(), least, "level {level} in {}", record.position());
        }
        seen += 1;
        if seen == 12 {
            return;
        }
    }
    panic!("{}: threats come up in random games", P::NAME);
}

#[test]
fn an_avoidable_loss_is_avoided_from_level_two_on() {
    for game in GameName::ALL {
        with_game!(game, P => avoids_the_loss::<P>());
    }
}

/// Whether the first of two players wins a game that begins with some random plies.
fn wins<P: Playable>(players: &mut [&mut dyn Search<P>; 2], seed: u64) -> bool {
    let mut record = walk_of::<P>(P::Options::default(), seed, P::OPENING_PLIES);
    let sides = if seed.is_multiple_of(2) { Side::BOTH } else { [Side::Second, Side::First] };
    while record.conclusion().is_none() && record.ply() < 300 {
        let turn = usize::from(record.position().side_to_move() != sides[0]);
        let mv = players[turn].search(&record, &Limits::default(), &mut |_| ()).best();
        record.play(mv.expect("a move")).expect("legal");
    }
    record.conclusion().and_then(|end| end.outcome.winner()) == Some(sides[0])
}

/// Where the evaluation knows nothing, the greedy player is as random as the lowest level.
fn loses_to_greedy<P: Playable>() {
    const GAMES: u64 = 20;
    if !P::HAS_EVALUATION {
        return;
    }
    let won = (0..GAMES).filter(|&seed| {
        let (mut greedy, mut beginner) =
            (Greedy::<P>::new(seed), Levelled::<P>::new(Level::LOWEST, seed));
        wins(&mut [&mut greedy, &mut beginner], seed)
    });
    let won = won.count() as u64;
    assert!(won * 10 >= GAMES * 7, "{}: greedy wins {won} of {GAMES}", P::NAME);
}

#[test]
fn the_lowest_level_loses_to_a_greedy_player() {
    for game in GameName::ALL {
        with_game!(game, P => loses_to_greedy::<P>());
    }
}

fn repeats_itself<P: Playable>() {
    for seed in 0..4 {
        let record = walk::<P>(seed, 5);
        for level in [Level::LOWEST, Level::new(3).expect("a level")] {
            let config = Config { level, seed, ..Config::default() };
            let mut used = player::<P>(&config);
            // What a player saw before must not matter.
            used.search(&walk::<P>(seed + 10, 4), &quick(), &mut |_| ());
            let again = used.search(&record, &quick(), &mut |_| ());
            let fresh = player::<P>(&config).search(&record, &quick(), &mut |_| ());
            assert_eq!(again.lines, fresh.lines, "level {level}, seed {seed}");
        }
        let random = |seed| Random::new(seed).search(&record, &quick(), &mut |_| ()).lines;
        assert_eq!(random(seed), random(seed));
    }
}

#[test]
fn the_same_seed_plays_the_same_moves() {
    for game in GameName::ALL {
        with_game!(game, P => repeats_itself::<P>());
    }
}

#[test]
fn other_seeds_play_other_moves() {
    type P = catalog::games::eclipse::Position;
    let record = Record::<P>::new(options::<P>());
    let first = |seed| {
        let mut beginner = Levelled::<P>::new(Level::LOWEST, seed);
        beginner.search(&record, &quick(), &mut |_| ()).best()
    };
    let moves: std::collections::BTreeSet<_> = (0..30).map(first).collect();
    assert!(moves.len() > 1, "a beginner always plays {moves:?}");
}

fn every_choice_is_legal<P: Playable>() {
    for seed in 0..3 {
        let record = walk::<P>(seed, 7);
        let mut players: Vec<Box<dyn Search<P> + Send>> =
            vec![Box::new(Random::new(seed)), Box::new(Greedy::<P>::new(seed))];
        for level in Level::all() {
            players.push(player(&Config { level, memory_mib: 1, seed, ..Config::default() }));
        }
        for player in &mut players {
            let mv = player.search(&record, &quick(), &mut |_| ()).best().expect("a move");
            assert!(record.position().is_legal(mv), "{mv} in {}", record.position());
        }
    }
}

#[test]
fn every_player_plays_legal_moves_in_every_game() {
    for game in GameName::ALL {
        with_game!(game, P => every_choice_is_legal::<P>());
    }
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    type P = catalog::games::hex::Position;
    let mut record = Record::<P>::new("size=3 swap=off".parse().expect("options"));
    for text in ["a1", "b1", "a2", "b2", "a3"] {
        record.play_text(text).expect("legal");
    }
    assert!(record.conclusion().is_some_and(|c| c.outcome.winner() == Some(Side::First)));
    for level in Level::all() {
        let config = Config { level, ..Config::default() };
        let report = player::<P>(&config).search(&record, &quick(), &mut |_| ());
        assert_eq!(report.best(), None);
    }
    assert_eq!(Greedy::<P>::new(0).search(&record, &quick(), &mut |_| ()).best(), None);
    assert_eq!(
        Search::<P>::search(&mut Random::new(0), &record, &quick(), &mut |_| ()).best(),
        None
    );
}

#[test]
fn the_choice_does_not_depend_on_what_is_hidden() {
    type P = catalog::games::hexchess::Position;
    // The same game, but for what Black's horse really is.
    let knight = "all:KCDGR all:KCDNR 18-19";
    let fool = "all:KCDGR all:KCDFR 18-19";
    let moves = |text: &str| -> Vec<_> {
        let mut record = Record::<P>::new(catalog::games::hexchess::Options);
        for word in text.split(' ').chain(["15-14"]) {
            record.play_text(word).expect("legal");
        }
        let mut greedy = Greedy::<P>::new(1);
        let mut chosen = vec![greedy.search(&record, &quick(), &mut |_| ()).lines];
        chosen.extend((0..8).map(|seed| {
            Levelled::<P>::new(Level::LOWEST, seed).search(&record, &quick(), &mut |_| ()).lines
        }));
        let random = Search::<P>::search(&mut Random::new(1), &record, &quick(), &mut |_| ());
        chosen.push(random.lines);
        chosen.into_iter().map(|lines| lines[0].first()).collect()
    };
    assert_eq!(moves(knight), moves(fool));
}

fn course_is_repeatable<P: Playable>() {
    let (one, two) = (run_bench::<P>(), run_bench::<P>());
    assert_eq!((one.nodes, one.fold), (two.nodes, two.fold), "{}", P::NAME);
    // A suite without positions searches the starting position alone, which a solver may soon have proven.
    let least = if P::BENCH.positions.is_empty() { 1 } else { 1_000 };
    assert!(one.nodes >= least, "{}: too little work to tell anything", P::NAME);
}

#[test]
fn a_course_has_one_signature() {
    for game in GameName::ALL {
        with_game!(game, P => course_is_repeatable::<P>());
    }
}
