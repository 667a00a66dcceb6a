//! Games as rows, many in a transaction after which everything stored is consistent: games, logs, ratings with
//! their history, scores and counts.
//!
//! The moves of all templates are sent to the database once; it makes the logs of games from them itself, which
//! takes a tenth of the time.

use super::population::Player;
use super::season::{FinishedGame, RatingKey, RatingState, Season};
use super::templates::Template;
use crate::game_event::GameEvent;
use crate::store::bulk::{BulkConnection, TableSchema};
use crate::store::{Arg, Rating, StoreError};
use protocol::{GameResult, Seat};
use std::collections::HashMap;

/// A row of values.
type RowValues = Vec<Option<Arg>>;

/// Games of one transaction.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) games: u64,
    game_rows: Vec<RowValues>,
    /// What the moves of the games are made from.
    source_rows: Vec<RowValues>,
    over_rows: Vec<RowValues>,
    moves: u64,
    history_rows: Vec<RowValues>,
    ratings: HashMap<RatingKey, RatingState>,
    /// Games won, lost and drawn, by person and opponent.
    scores: HashMap<[usize; 2], [i64; 3]>,
}

impl Batch {
    /// Adds a game.
    pub(super) fn add(&mut self, game: &FinishedGame<'_>, players: &[Player]) {
        self.games += 1;
        let [first, second] = game.seats;
        self.game_rows.push(game_row(game, [&players[first], &players[second]]));
        self.source_rows.push(source_row(game, [&players[first], &players[second]]));
        self.over_rows.push(over_row(game));
        self.moves += game.template.moves.len() as u64;
        let change = game.after.iter().flatten().zip(game.seats);
        for (state, seat) in change {
            let key = (seat, game.template.game.text(), game.time.speed());
            self.history_rows.push(history_row(game, &players[seat], state));
            self.ratings.insert(key, *state);
        }
        for (own, people) in [(Seat::First, [first, second]), (Seat::Second, [second, first])] {
            let column = match game.result.winner {
                Some(winner) if winner == own => 0,
                Some(_) => 1,
                None => 2,
            };
            self.scores.entry(people).or_default()[column] += 1;
        }
    }

    /// Writes all of it in one transaction.
    pub(super) async fn write(
        self,
        db: &mut BulkConnection,
        season: &Season<'_>,
    ) -> Result<u64, StoreError> {
        let players = &season.population.players;
        db.begin_write().await?;
        db.insert(&games_table(), &self.game_rows).await?;
        db.run("DELETE FROM made_games").await?;
        db.insert(&source_table(), &self.source_rows).await?;
        db.run(MAKE_MOVES).await?;
        db.insert(&events_table(), &self.over_rows).await?;
        db.insert(&history_table(), &self.history_rows).await?;
        let ratings: Vec<RowValues> =
            self.ratings.iter().map(|(key, state)| rating_row(key, state, players)).collect();
        db.insert_or(&ratings_table(), &ratings, NEWER_RATING).await?;
        let scores: Vec<RowValues> =
            self.scores.iter().map(|(people, score)| score_row(people, score, players)).collect();
        db.insert_or(&scores_table(), &scores, MORE_SCORES).await?;
        db.insert_or(&counts_table(), &count_rows(&self.scores, players), MORE_GAMES).await?;
        db.commit().await?;
        Ok(self.moves + self.games)
    }
}

const NEWER_RATING: &str = "ON CONFLICT (person, game, speed) DO UPDATE SET \
    rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
    games = excluded.games, updated = excluded.updated";

const MORE_SCORES: &str = "ON CONFLICT (person, opponent) DO UPDATE SET \
    won = scores.won + excluded.won, lost = scores.lost + excluded.lost, \
    drawn = scores.drawn + excluded.drawn, games = scores.games + excluded.games";

const MORE_GAMES: &str =
    "ON CONFLICT (person) DO UPDATE SET games = game_counts.games + excluded.games";

fn games_table() -> TableSchema {
    TableSchema::of(
        "games",
        "id game options time speed first second first_name second_name first_kind second_kind \
         state winner why",
        "rated first_rating second_rating first_provisional second_provisional first_change \
         second_change created plies ended",
        "",
    )
}

fn game_row(game: &FinishedGame<'_>, players: [&Player; 2]) -> RowValues {
    let [first, second] = players;
    let text = |text: &str| Some(Arg::text(text));
    let int = |number: i64| Some(Arg::Int(number));
    let shown = |rating: Option<Rating>| rating.map(|rating| Arg::Int(rating.shown().into()));
    let provisional = |rating: Option<Rating>| rating.unwrap_or_default().is_provisional().into();
    let change = game.change();
    vec![
        text(&game.id),
        text(game.template.game.text()),
        text(&game.template.options),
        Some(Arg::text(game.time.to_string())),
        text(game.time.speed().text()),
        text(&first.id),
        text(&second.id),
        text(&first.name),
        text(&second.name),
        text(first.kind.text()),
        text(second.kind.text()),
        text("over"),
        winner(game.result).map(Arg::text),
        text(game.result.why.text()),
        int(game.rated.into()),
        shown(game.before[0]),
        shown(game.before[1]),
        int(provisional(game.before[0])),
        int(provisional(game.before[1])),
        change.map(|change| Arg::Int(change.0.into())),
        change.map(|change| Arg::Int(change.1.into())),
        Some(Arg::int(game.created.0)),
        int(game.template.moves.len() as i64),
        Some(Arg::int(game.ended.0)),
    ]
}

fn winner(result: GameResult) -> Option<&'static str> {
    result.winner.map(|seat| match seat {
        Seat::First => "first",
        Seat::Second => "second",
    })
}

fn events_table() -> TableSchema {
    TableSchema::of("events", "game client body", "n at", "")
}

fn over_row(game: &FinishedGame<'_>) -> RowValues {
    let over = GameEvent::Over { result: game.result, change: game.change() };
    let body = serde_json::to_string(&over).unwrap_or_default();
    let n = game.template.moves.len() + 1;
    vec![
        Some(Arg::text(&game.id)),
        None,
        Some(Arg::Text(body)),
        Some(Arg::Int(n as i64)),
        Some(Arg::int(game.ended.0)),
    ]
}

/// Tables of the connection, gone with it.
const SOURCES: [&str; 2] = [
    "CREATE TEMPORARY TABLE made_moves \
     (template BIGINT NOT NULL, n BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (template, n))",
    "CREATE TEMPORARY TABLE made_games (game TEXT NOT NULL, one TEXT NOT NULL, other TEXT NOT NULL, \
     template BIGINT NOT NULL, created BIGINT NOT NULL, pause BIGINT NOT NULL)",
];

/// In the order of the index of the log. Which message a move came from matters to its sender only.
const MAKE_MOVES: &str = "INSERT INTO events (game, n, client, at, body) \
    SELECT game, n, CASE WHEN n % 2 = 1 THEN one ELSE other END || ':' || n, created + n * pause, body \
    FROM made_games JOIN made_moves ON made_moves.template = made_games.template ORDER BY game, n";

fn source_table() -> TableSchema {
    TableSchema::of("made_games", "game one other", "template created pause", "")
}

fn source_row(game: &FinishedGame<'_>, players: [&Player; 2]) -> RowValues {
    let [first, second] = players;
    vec![
        Some(Arg::text(&game.id)),
        Some(Arg::text(&first.id)),
        Some(Arg::text(&second.id)),
        Some(Arg::Int(game.template_number as i64)),
        Some(Arg::int(game.created.0)),
        Some(Arg::int(game.each_move.0)),
    ]
}

/// Tells the database the moves of all templates.
pub(super) async fn prepare(
    db: &mut BulkConnection,
    templates: &[Template],
) -> Result<(), StoreError> {
    for sql in SOURCES {
        db.run(sql).await?;
    }
    let moves = |(number, template): (usize, &Template)| -> Vec<RowValues> {
        let row = |(n, body): (i64, &String)| {
            vec![Some(Arg::text(body)), Some(Arg::Int(number as i64)), Some(Arg::Int(n))]
        };
        (1..).zip(&template.moves).map(row).collect()
    };
    let rows: Vec<RowValues> = templates.iter().enumerate().flat_map(moves).collect();
    db.insert(&TableSchema::of("made_moves", "body", "template n", ""), &rows).await
}

fn history_table() -> TableSchema {
    TableSchema::of("rating_history", "person played game speed", "at", "rating deviation")
}

fn history_row(game: &FinishedGame<'_>, player: &Player, state: &RatingState) -> RowValues {
    vec![
        Some(Arg::text(&player.id)),
        Some(Arg::text(&game.id)),
        Some(Arg::text(game.template.game.text())),
        Some(Arg::text(game.time.speed().text())),
        Some(Arg::int(game.ended.0)),
        Some(Arg::Real(state.rating.rating)),
        Some(Arg::Real(state.rating.deviation)),
    ]
}

fn ratings_table() -> TableSchema {
    TableSchema::of("ratings", "person game speed", "games updated", "rating deviation volatility")
}

fn rating_row(key: &RatingKey, state: &RatingState, players: &[Player]) -> RowValues {
    let (player, game, speed) = key;
    vec![
        Some(Arg::text(&players[*player].id)),
        Some(Arg::text(*game)),
        Some(Arg::text(speed.text())),
        Some(Arg::int(state.games)),
        Some(Arg::int(state.updated.0)),
        Some(Arg::Real(state.rating.rating)),
        Some(Arg::Real(state.rating.deviation)),
        Some(Arg::Real(state.rating.volatility)),
    ]
}

fn scores_table() -> TableSchema {
    TableSchema::of("scores", "person opponent", "won lost drawn games", "")
}

fn score_row(people: &[usize; 2], score: &[i64; 3], players: &[Player]) -> RowValues {
    let mut row: RowValues = people.iter().map(|&one| Some(Arg::text(&players[one].id))).collect();
    row.extend(score.iter().map(|&count| Some(Arg::Int(count))));
    row.push(Some(Arg::Int(score.iter().sum())));
    row
}

fn counts_table() -> TableSchema {
    TableSchema::of("game_counts", "person", "games", "")
}

fn count_rows(scores: &HashMap<[usize; 2], [i64; 3]>, players: &[Player]) -> Vec<RowValues> {
    let mut counts: HashMap<usize, i64> = HashMap::new();
    for (people, score) in scores {
        *counts.entry(people[0]).or_default() += score.iter().sum::<i64>();
    }
    let row = |(person, games): (usize, i64)| {
        vec![Some(Arg::text(&players[person].id)), Some(Arg::Int(games))]
    };
    counts.into_iter().map(row).collect()
}
