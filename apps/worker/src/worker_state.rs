//! State of the worker: dispatches requests, and keeps the engine session from move to move.

use crate::error::RequestError;
use crate::exchange::{Alone, Exchange};
use crate::merge::Combination;
use crate::session::{EngineSession, Role, SessionKey, session};
use analysis::{Mark, Report, ReviewedMove, StopSignal};
use bots::{Level, Parallelism, Playable, run_bench};
use catalog::{AnyRecord, GameName, with_game, with_record};
use game::{Dice, Position as _};
use std::rc::Rc;
use worker_protocol::{Request, Response, SearchRequest};

/// The worker's state between two requests.
pub struct WorkerState {
    session: Option<(SessionKey, Box<dyn EngineSession>)>,
    stop: Option<StopSignal>,
    exchange: Rc<dyn Exchange>,
}

impl Default for WorkerState {
    fn default() -> Self {
        Self { session: None, stop: None, exchange: Rc::new(Alone) }
    }
}

impl WorkerState {
    /// A worker whose searches end when the stop signal is given, and are shared with others by
    /// `exchange`.
    pub fn new(stop: StopSignal, exchange: Rc<dyn Exchange>) -> Self {
        Self { session: None, stop: Some(stop), exchange }
    }

    /// Answers a request; calls `say` with every response, the final one last.
    pub fn answer(&mut self, ask: Request, say: &mut dyn FnMut(Response)) {
        match ask {
            Request::Ping(number) => say(Response::Pong(number)),
            Request::Bench { id, game } => say(bench(id, &game)),
            Request::Search(request) => {
                let id = request.id;
                let last = match self.search(&request, say) {
                    Ok(report) => Response::BestMove { id, report },
                    Err(error) => refused(id, &error),
                };
                say(last);
            }
            // What a helper finds, and why it finds nothing, is the main worker's to say.
            Request::Help { number, request } => drop(self.help(number, &request)),
            Request::Review(request) => {
                let id = request.id;
                let last = match self.review(&request, say) {
                    Ok(moves) => Response::Review { id, moves },
                    Err(error) => refused(id, &error),
                };
                say(last);
            }
            Request::Marks { id, game, record } => say(match read(&game, &record) {
                Ok(record) => Response::Marks { id, marks: marks(&record) },
                Err(error) => refused(id, &error),
            }),
            Request::LineUp { id, game, record, seed } => {
                say(match line_up(&game, &record, seed) {
                    Ok(mv) => Response::LineUp { id, mv },
                    Err(error) => refused(id, &error),
                });
            }
        }
    }

    fn search(
        &mut self,
        request: &SearchRequest,
        say: &mut dyn FnMut(Response),
    ) -> Result<Report, RequestError> {
        let id = request.id;
        let record = read(&request.game, &request.record)?;
        let session = self.session_for(&record, request, Role::Main)?;
        if request.level == Level::FULL.number() {
            let marks = marks(&record);
            if !marks.is_empty() {
                say(Response::Marks { id, marks });
            }
        }
        let mut tell = |report, helpers| say(Response::Progress { id, report, helpers });
        session.search(&record, request, &mut tell)
    }

    fn review(
        &mut self,
        request: &SearchRequest,
        say: &mut dyn FnMut(Response),
    ) -> Result<Vec<ReviewedMove>, RequestError> {
        let id = request.id;
        let record = read(&request.game, &request.record)?;
        let mut tell = |done, of| say(Response::ReviewProgress { id, done, of });
        let session = self.session_for(&record, request, Role::Main)?;
        session.review(&record, &request.limits, &mut tell)
    }

    fn help(&mut self, number: u8, request: &SearchRequest) -> Result<(), RequestError> {
        let record = read(&request.game, &request.record)?;
        self.session_for(&record, request, Role::Helper(number))?.help(&record, request)
    }

    /// The session that a request needs.
    fn session_for(
        &mut self,
        record: &AnyRecord,
        request: &SearchRequest,
        role: Role,
    ) -> Result<&mut dyn EngineSession, RequestError> {
        let level = Level::new(request.level).ok_or(RequestError::UnknownLevel(request.level))?;
        let &SearchRequest { lines, seed, .. } = request;
        let combination = combination(record, level, request.helpers);
        let game = record.game();
        Ok(self.session_with(SessionKey { game, level, lines, seed, role, combination }))
    }

    /// The present session if it has this key, or a new one.
    fn session_with(&mut self, key: SessionKey) -> &mut dyn EngineSession {
        if self.session.as_ref().is_none_or(|(session, _)| *session != key) {
            // The memory of the old session is freed before the new one allocates.
            self.session = None;
        }
        let (stop, exchange) = (self.stop.clone(), Rc::clone(&self.exchange));
        let make = || with_game!(key.game, P => session::<P>(key, stop, exchange));
        self.session.get_or_insert_with(|| (key, make())).1.as_mut()
    }
}

/// The response to a request that has no answer.
fn refused(id: u32, error: &RequestError) -> Response {
    Response::Refused { id, why: error.to_string() }
}

/// How several workers search a position together.
fn combination(record: &AnyRecord, level: Level, helpers: u8) -> Combination {
    if helpers == 0 || level != Level::FULL {
        return Combination::Alone;
    }
    match with_game!(record.game(), P => P::PARALLELISM) {
        Parallelism::RootStatistics if record.ply() == 0 => Combination::FirstMoves,
        Parallelism::RootStatistics => Combination::RootStatistics,
        Parallelism::Deepest => Combination::Deepest,
    }
}

fn named(game: &str) -> Result<GameName, RequestError> {
    game.parse().map_err(|error: game::ParseError| RequestError::Unreadable(error.what))
}

fn read(game: &str, record: &str) -> Result<AnyRecord, RequestError> {
    AnyRecord::read(named(game)?, record).map_err(|partial| RequestError::Unreadable(partial.what))
}

/// The marks of the position that a record ends with; a game that is over has none.
fn marks(record: &AnyRecord) -> Vec<Mark> {
    with_record!(record, record => match record.position().outcome() {
        None => Playable::marks(record.position()),
        Some(_) => Vec::new(),
    })
}

fn bench(id: u32, game: &str) -> Response {
    match named(game) {
        Err(error) => refused(id, &error),
        Ok(game) => {
            let done = with_game!(game, P => run_bench::<P>());
            Response::Bench {
                id,
                nodes: done.nodes,
                fold: done.fold,
                speed: done.nodes_per_second(),
            }
        }
    }
}

/// Everything that is left to place, such that a fair game begins.
fn line_up(game: &str, record: &str, seed: u64) -> Result<String, RequestError> {
    let record = read(game, record)?;
    let mut dice = Dice::new(seed);
    let drawn = with_record!(&record, record => {
        record.position().random_line_up(&mut dice).map(|mv| mv.to_string())
    });
    drawn.ok_or_else(|| RequestError::NothingToPlace(game.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::{Limits, MarkKind, MoveQuality, Score};

    fn request(game: &str, record: &str, level: u8) -> SearchRequest {
        let limits = Limits { depth: Some(3), ..Limits::nodes(300) };
        let (game, record) = (game.to_owned(), record.to_owned());
        SearchRequest { id: 5, game, record, level, lines: 2, seed: 1, helpers: 0, limits }
    }

    fn answers(state: &mut WorkerState, ask: Request) -> Vec<Response> {
        let mut told = Vec::new();
        state.answer(ask, &mut |tell| told.push(tell));
        told
    }

    fn last(state: &mut WorkerState, request: SearchRequest) -> Result<Report, RequestError> {
        match answers(state, Request::Search(request)).pop() {
            Some(Response::BestMove { id: 5, report }) => Ok(report),
            Some(Response::Refused { id: 5, why }) => Err(RequestError::Unreadable(why)),
            other => panic!("the last word is {other:?}"),
        }
    }

    fn opened(game: GameName) -> AnyRecord {
        AnyRecord::begin(game, "").unwrap()
    }

    fn start(game: GameName) -> String {
        opened(game).to_string()
    }

    #[test]
    fn every_game_at_every_strength_gets_a_legal_move() {
        let mut state = WorkerState::default();
        for game in GameName::ALL {
            for level in [1, 4, 8] {
                let found = last(&mut state, request(game.text(), &start(game), level)).unwrap();
                let best = found.best().unwrap();
                assert!(!best.human.is_empty());
                let played = opened(game).play(&best.mv);
                assert_eq!(played, Ok(()), "{game}, level {level}");
            }
        }
    }

    #[test]
    fn a_win_at_hand_is_taken_and_said_to_be_proven() {
        let near = "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b1 a1 2. b2 a2 *";
        for level in [1, 8] {
            let found = last(&mut WorkerState::default(), request("hex", near, level)).unwrap();
            assert!(["a3", "b3"].contains(&found.best().unwrap().mv.as_str()), "{found:?}");
            assert_eq!(found.lines[0].score, Score::WinIn(1), "level {level}");
        }
    }

    #[test]
    fn the_session_stays_for_the_next_move() {
        let mut state = WorkerState::default();
        last(&mut state, request("hex", &start(GameName::Hex), 8)).unwrap();
        let first =
            state.session.as_ref().map(|(_, session)| std::ptr::from_ref(&**session).addr());
        last(&mut state, request("hex", "[Game \"hex\"]\n\n1. f6 e7 *", 8)).unwrap();
        let second =
            state.session.as_ref().map(|(_, session)| std::ptr::from_ref(&**session).addr());
        assert_eq!(first, second);
        last(&mut state, request("eclipse", &start(GameName::Eclipse), 1)).unwrap();
        assert_eq!(state.session.unwrap().0.game, GameName::Eclipse);
    }

    #[test]
    fn a_position_seen_before_takes_fewer_nodes() {
        let mut state = WorkerState::default();
        let mut nodes = |moves: &str| {
            let record = format!("[Game \"eclipse\"]\n\n{moves} *");
            let request =
                SearchRequest { limits: Limits::depth(5), ..request("eclipse", &record, 8) };
            last(&mut state, request).unwrap().nodes
        };
        let first = nodes("1. 34-26");
        nodes("");
        // Another move in its place is a variation of the same game.
        nodes("1. 34-25");
        let again = nodes("1. 34-26");
        assert!(again * 2 < first, "{again} nodes after {first}");
    }

    #[test]
    fn a_search_and_a_review_end_at_the_stop_signal() {
        let mut state = WorkerState::new(StopSignal::Poll(|| true), Rc::new(Alone));
        for game in GameName::ALL {
            let limits = Limits::default();
            let request = SearchRequest { limits, ..request(game.text(), &start(game), 8) };
            answers(&mut state, Request::Search(request.clone()));
            let told = answers(&mut state, Request::Review(request));
            assert_eq!(told.last(), Some(&Response::Review { id: 5, moves: Vec::new() }));
        }
    }

    #[test]
    fn what_cannot_be_answered_is_refused_in_one_line() {
        let start = start(GameName::Hex);
        let over = "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b1 a1 2. b2 a2 3. b3 1-0";
        let long = "x".repeat(1_000_000);
        let cases = [
            (request("draughts", &start, 1), "no game is called"),
            (request("hex", &start, 0), "levels go from 1 to 8"),
            (request("hex", "[Game \"hex\"]\n\n1. zz9 *", 1), "line 3"),
            (request("hex", "[Game \"hex\"]\n\n1. a1 a1 *", 1), "line 3"),
            (request("hex", over, 8), "over"),
            (request("hex", &long, 8), "line 1"),
        ];
        for (request, wanted) in cases {
            let why = last(&mut WorkerState::default(), request).unwrap_err().to_string();
            assert!(why.contains(wanted) && why.len() < 300, "{why}");
        }
        let bench = Request::Bench { id: 2, game: "go".into() };
        assert!(matches!(
            &answers(&mut WorkerState::default(), bench)[..],
            [Response::Refused { id: 2, .. }]
        ));
    }

    #[test]
    fn what_is_joined_is_seen_without_thinking_and_before_it() {
        let bridge = "[Game \"hex\"]\n[Options \"size=7 swap=off\"]\n\n1. d3 a1 2. c5 a2 *";
        let look = |game: &str, record: &str| {
            let (game, record) = (game.to_owned(), record.to_owned());
            answers(&mut WorkerState::default(), Request::Marks { id: 8, game, record })
        };
        let told = look("hex", bridge);
        let [Response::Marks { id: 8, marks }] = &told[..] else { panic!("{told:?}") };
        let joined = |mark: &Mark| mark.kind == MarkKind::Link && mark.ends == ["c5", "d3"];
        assert!(marks.iter().any(|mark| joined(mark) && mark.side == Some(0)), "{marks:?}");
        let thought =
            answers(&mut WorkerState::default(), Request::Search(request("hex", bridge, 8)));
        assert_eq!(thought[0], Response::Marks { id: 5, marks: marks.clone() });
        assert_eq!(
            look("eclipse", &start(GameName::Eclipse)),
            [Response::Marks { id: 8, marks: Vec::new() }]
        );
        assert!(matches!(&look("hex", "nonsense")[..], [Response::Refused { id: 8, .. }]));
    }

    #[test]
    fn the_first_line_of_a_search_is_sent_at_once() {
        let start = "1/2/KP3pk/NP2pn/RP1pr/BP2pb/QP3pq/2/1 w even -";
        let record = format!("[Game \"hexchess\"]\n[Start \"{start}\"]\n\n*");
        let limits = Limits::nodes(20_000);
        let request = SearchRequest { limits, ..request("hexchess", &record, 8) };
        let told = answers(&mut WorkerState::default(), Request::Search(request));
        let Some(Response::Progress { id: 5, report, .. }) = told.first() else {
            panic!("{told:?}")
        };
        assert_eq!((report.depth, report.lines.len()), (1, 2), "{report:?}");
    }

    #[test]
    fn a_ping_comes_back() {
        assert_eq!(answers(&mut WorkerState::default(), Request::Ping(6)), [Response::Pong(6)]);
    }

    #[test]
    fn the_bench_suite_has_the_signature_it_has_elsewhere() {
        let native = run_bench::<catalog::games::eclipse::Position>();
        let told =
            answers(&mut WorkerState::default(), Request::Bench { id: 1, game: "eclipse".into() });
        let [Response::Bench { id: 1, nodes, fold, .. }] = told[..] else { panic!("{told:?}") };
        assert_eq!((nodes, fold), (native.nodes, native.fold));
    }

    #[test]
    fn a_review_names_the_move_that_gave_the_game_away() {
        // Blue should have answered in the middle.
        let missed =
            "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b1 a1 2. b2 a2 3. c1 b3 *";
        let limits = Limits::nodes(50_000);
        let request = SearchRequest { limits, ..request("hex", missed, 8) };
        let told = answers(&mut WorkerState::default(), Request::Review(request));
        let Some(Response::Review { id: 5, moves }) = told.last() else { panic!("{told:?}") };
        assert_eq!(moves.len(), 6);
        assert_eq!(moves[1].quality, MoveQuality::Blunder, "{moves:?}");
        assert_eq!(moves[1].best.moves[0].mv, "b2");
        assert!(moves[1].best.score.is_proven());
        let steps =
            told.iter().filter(|tell| matches!(tell, Response::ReviewProgress { of: 7, .. }));
        assert_eq!(steps.count(), 7);
    }

    #[test]
    fn a_line_up_is_a_legal_move_and_another_game_has_none() {
        let ask = |game: &str, record: &str| {
            let (game, record) = (game.to_owned(), record.to_owned());
            answers(&mut WorkerState::default(), Request::LineUp { id: 4, game, record, seed: 7 })
        };
        let told = ask("hexchess", &start(GameName::HexChess));
        let [Response::LineUp { id: 4, mv }] = &told[..] else { panic!("{told:?}") };
        opened(GameName::HexChess).play(mv).unwrap();
        assert!(matches!(
            &ask("hex", &start(GameName::Hex))[..],
            [Response::Refused { id: 4, .. }]
        ));
        assert!(matches!(&ask("hexchess", "nonsense")[..], [Response::Refused { .. }]));
    }
}
