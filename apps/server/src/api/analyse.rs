//! Having a position thought about: position in, best moves out, on a bounded number of threads.

use super::account::Routes;
use super::caller::{Body, Caller};
use super::error::ApiError;
use crate::archive::replay;
use crate::engine_work::EngineWork;
use crate::limits::{Action, Who};
use crate::people::Scope;
use crate::store::{GameRow, StoredEvent};
use analysis::{Limits, Line};
use axum::Json;
use bots::{Config, Playable, move_texts};
use catalog::{AnyRecord, GameName, with_game, with_record};
use game::{BySide, Position, Record, Side, Viewer};
use queries::AnalysisLine;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashSet;
use std::time::Duration;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The longest a position is thought about, in milliseconds.
const LONGEST_MS: u64 = 5_000;
/// How long it is when nothing is said.
const USUAL_MS: u64 = 1_000;
/// The largest number of best moves in an answer.
const MOST_LINES: usize = 10;
/// A game may have so many moves.
const MOST_MOVES: usize = 2_000;
/// Texts of positions are shorter than this.
const LONGEST_TEXT: usize = 2_000;
/// The position to analyse.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AnalysisRequest {
    /// The name of a game, such as `hex`; `GET /api/rules` lists them.
    pub(crate) game: String,
    /// Where to start, in machine notation; without it, where the game starts.
    #[serde(default)]
    pub(crate) position: Option<String>,
    /// The game's options, such as `size=11 swap=on`, where no position is given.
    #[serde(default)]
    pub(crate) options: Option<String>,
    /// The moves since.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// Search time in milliseconds: 5000 at most.
    #[serde(default)]
    pub(crate) milliseconds: Option<u64>,
    /// The largest number of best moves: 10 at most.
    #[serde(default)]
    pub(crate) lines: Option<usize>,
}

/// The result of an analysis.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnalysisResponse {
    /// The analysed position.
    pub(crate) position: String,
    /// Best first; empty when the game is over.
    pub(crate) lines: Vec<AnalysisLine>,
    /// The result, when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<String>,
    /// The depth of the search, in plies.
    pub(crate) depth: usize,
    /// Searched nodes.
    pub(crate) nodes: u64,
    /// Elapsed time, in milliseconds.
    pub(crate) milliseconds: u64,
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(analyse))
}

/// Have a position thought about
#[utoipa::path(post, path = "/api/analyse", tag = "analysis", request_body = AnalysisRequest, responses(
    (status = OK, body = AnalysisResponse), (status = BAD_REQUEST, body = ApiError),
    (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = SERVICE_UNAVAILABLE, body = ApiError),
))]
async fn analyse(
    caller: Caller,
    Body(asked): Body<AnalysisRequest>,
) -> Result<Json<Value>, ApiError> {
    let person = caller.may(Scope::Analyse)?;
    caller.limit(Action::Analyse)?;
    let game: GameName =
        asked.game.parse().map_err(|e: game::ParseError| ApiError::bad(e.to_string()))?;
    let running = running_rated(&caller, &person.id, game).await?;
    let who = Who::Person(person.id.as_str().into());
    let checked = asked.clone();
    let check = move || with_game!(game, P => refuse_own::<P>(&checked, &running));
    caller.compute().run(check).await??;
    let work = EngineWork::Analysis(asked.clone());
    if let Some(found) = caller.state.search_elsewhere(&work).await {
        return Ok(Json(found));
    }
    let search = move || analyse_position(&asked);
    let found = caller.state.queues.analysis.run(who, work.time(), search).await??;
    Ok(Json(serde_json::to_value(found).map_err(|error| ApiError::broken(&error))?))
}

impl AnalysisRequest {
    /// How long to think.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_millis(self.milliseconds.unwrap_or(USUAL_MS).clamp(1, LONGEST_MS))
    }
}

/// Analyses a position for any caller.
///
/// # Errors
/// If there is no such game, or what is asked cannot be read.
pub(crate) fn analyse_position(asked: &AnalysisRequest) -> Result<AnalysisResponse, ApiError> {
    let game: GameName =
        asked.game.parse().map_err(|e: game::ParseError| ApiError::bad(e.to_string()))?;
    with_game!(game, P => answer::<P>(asked))
}

/// A rated game that is on, with the side that the person who asks plays in it.
pub(super) struct RunningGame {
    row: GameRow,
    log: Vec<StoredEvent>,
    side: Side,
}

/// The rated games that a person is playing.
pub(super) async fn running_rated(
    caller: &Caller,
    person: &str,
    game: GameName,
) -> Result<Vec<RunningGame>, ApiError> {
    let store = &caller.state.store;
    let mut running = Vec::new();
    for id in store.playing(person).await? {
        let Some(row) = store.game(&id).await? else { continue };
        if row.terms.rated && row.terms.game == game.text() {
            let side = if row.first.person == person { Side::First } else { Side::Second };
            running.push(RunningGame { row, log: store.events_but_chat(&id).await?, side });
        }
    }
    Ok(running)
}

/// Where these games stand once the first moves are made: as the person who asks may see them, so
/// that asking tells nothing of what is hidden.
fn own_positions<P: Position>(running: &[RunningGame]) -> Result<OwnViews, ApiError> {
    let mut views = OwnViews::default();
    for RunningGame { row, log, side } in running {
        let record = replay::<P>(row, log)?.record;
        if record.ply() > 0 {
            views[*side].insert(record.position().view(Viewer::Player(*side)).to_string());
        }
    }
    Ok(views)
}

/// The views of one's own running games, by the side that one plays.
type OwnViews = BySide<HashSet<String>>;

/// Whether a position equals one of these as its player sees it.
fn is_own<P: Position>(position: &P, own: &OwnViews) -> bool {
    Side::BOTH.into_iter().filter(|&side| !own[side].is_empty()).any(|side| {
        let seen = position.view(Viewer::Player(side)).to_string();
        own[side].contains(&seen)
    })
}

/// Refuses to analyse a rated game that the caller is playing.
pub(super) fn refuse_own_game(record: &AnyRecord, running: &[RunningGame]) -> Result<(), ApiError> {
    with_record!(record, record => refuse_own_positions(record, running))
}

fn refuse_own_positions<P: Position>(
    record: &Record<P>,
    running: &[RunningGame],
) -> Result<(), ApiError> {
    let own = &own_positions::<P>(running)?;
    if record.positions().iter().any(|position| is_own(position, own)) {
        return Err(ApiError::forbidden("that is your own rated game, which is not over"));
    }
    Ok(())
}

fn refuse_own<P: Position>(
    asked: &AnalysisRequest,
    running: &[RunningGame],
) -> Result<(), ApiError> {
    refuse_own_positions(&record::<P>(asked)?, running)
}

fn answer<P: Playable>(asked: &AnalysisRequest) -> Result<AnalysisResponse, ApiError> {
    let record = record::<P>(asked)?;
    let lines = asked.lines.unwrap_or(1).clamp(1, MOST_LINES);
    let time = asked.time();
    let position = record.position();
    if let Some(conclusion) = record.conclusion() {
        let result = Some(conclusion.outcome.text().to_owned());
        let position = position.to_string();
        return Ok(AnalysisResponse {
            position,
            lines: vec![],
            result,
            depth: 0,
            nodes: 0,
            milliseconds: 0,
        });
    }
    let config = Config { memory_mib: P::MEMORY.analysis, lines, ..Config::default() };
    let report = P::engine(&config).search(&record, &Limits::time(time), &mut |_| ());
    Ok(AnalysisResponse {
        position: position.to_string(),
        lines: report.lines.iter().map(|line| found_line(position, line)).collect(),
        result: None,
        depth: report.depth,
        nodes: report.nodes,
        milliseconds: report.elapsed.as_millis() as u64,
    })
}

fn record<P: Position>(asked: &AnalysisRequest) -> Result<Record<P>, ApiError> {
    let bad = |error: &dyn std::fmt::Display| ApiError::bad(error.to_string());
    let texts = [&asked.position, &asked.options].into_iter().flatten();
    if texts.chain(&asked.moves).any(|text| text.len() > LONGEST_TEXT) {
        return Err(ApiError::bad("a position, an option or a move is too long"));
    }
    if asked.moves.len() > MOST_MOVES {
        return Err(ApiError::bad(format!("at most {MOST_MOVES} moves")));
    }
    let mut record = match (&asked.position, &asked.options) {
        (Some(text), _) => Record::from_position(text.parse::<P>().map_err(|e| bad(&e))?),
        (None, Some(text)) => Record::new(text.parse().map_err(|e| bad(&e))?),
        (None, None) => Record::new(P::Options::default()),
    };
    for text in &asked.moves {
        record.play_text(text).map_err(|error| bad(&error))?;
    }
    Ok(record)
}

fn found_line<P: Position>(start: &P, line: &Line<P::Move>) -> AnalysisLine {
    let texts = move_texts(start, &line.moves).into_iter();
    let (moves, text) = texts.map(|text| (text.mv, text.human)).unzip();
    AnalysisLine { moves, text, score: line.score }
}

#[cfg(test)]
mod tests {
    use analysis::Score;
    use queries::ScoreResponse;
    use serde_json::{Value, json};
    use utoipa::PartialSchema;

    /// The variants that the description gives, by the name of their only key or by their text.
    fn described() -> Vec<Value> {
        let schema = serde_json::to_value(ScoreResponse::schema()).unwrap();
        let variants = schema["oneOf"].as_array().unwrap().iter();
        variants.map(|v| v["required"].get(0).unwrap_or(&v["enum"][0]).clone()).collect()
    }

    #[test]
    fn scores_are_written_as_they_are_described() {
        let scores = [
            (Score::Estimate(-35), json!({ "estimate": -35 })),
            (Score::Chance(613), json!({ "chance": 613 })),
            (Score::Draw, json!("draw")),
            (Score::WinIn(5), json!({ "win_in": 5 })),
            (Score::LossIn(4), json!({ "loss_in": 4 })),
        ];
        for ((score, written), name) in scores.into_iter().zip(described()) {
            assert_eq!(serde_json::to_value(score).unwrap(), written);
            assert!(written == name || written.get(name.as_str().unwrap()).is_some(), "{name}");
        }
        assert_eq!(described().len(), 5);
    }
}
