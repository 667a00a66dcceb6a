//! Schema migrations: the tables, and how they came to be, as a list of steps of which each is taken once.
//!
//! Only what SQLite and PostgreSQL have in common: texts, 64-bit integers, doubles.

use super::writer::Dialect;
use sqlx::{AnyConnection, Executor, Row};

/// Every step there ever was; new ones are added at the end.
const STEPS: &[&[&str]] = &[
    &[
        "CREATE TABLE alive (id BIGINT PRIMARY KEY, at BIGINT NOT NULL)",
        "INSERT INTO alive (id, at) VALUES (1, 0)",
        // `name_key` is the name as look-alikes share it; kind is guest, account, bot or house.
        "CREATE TABLE people (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL, password TEXT, created BIGINT NOT NULL)",
        "CREATE TABLE sessions (
        hash TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        created BIGINT NOT NULL, seen BIGINT NOT NULL, expires BIGINT NOT NULL)",
        "CREATE INDEX sessions_of ON sessions (person)",
        "CREATE TABLE tokens (
        hash TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, label TEXT NOT NULL,
        scopes TEXT NOT NULL, created BIGINT NOT NULL, used BIGINT)",
        "CREATE INDEX tokens_of ON tokens (person)",
        // Somebody who deletes their account leaves `first` or `second` without a person.
        "CREATE TABLE games (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, time TEXT NOT NULL,
        speed TEXT NOT NULL, rated BIGINT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
        first_name TEXT NOT NULL, second_name TEXT NOT NULL,
        first_kind TEXT NOT NULL, second_kind TEXT NOT NULL,
        first_rating BIGINT, second_rating BIGINT,
        first_provisional BIGINT NOT NULL, second_provisional BIGINT NOT NULL,
        first_change BIGINT, second_change BIGINT,
        created BIGINT NOT NULL, plies BIGINT NOT NULL, deadline BIGINT,
        state TEXT NOT NULL, winner TEXT, why TEXT, ended BIGINT, came_from TEXT UNIQUE)",
        "CREATE INDEX games_of_first ON games (first, created)",
        "CREATE INDEX games_of_second ON games (second, created)",
        "CREATE INDEX games_due ON games (state, deadline)",
        "CREATE TABLE events (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, n BIGINT NOT NULL,
        client TEXT, at BIGINT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (game, n), UNIQUE (game, client))",
        "CREATE TABLE ratings (
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, game TEXT NOT NULL,
        speed TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
        volatility DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, updated BIGINT NOT NULL,
        PRIMARY KEY (person, game, speed))",
        "CREATE INDEX ratings_order ON ratings (game, speed, rating)",
        // One row for a person and a game played: a rating is applied once or not at all.
        "CREATE TABLE rating_history (
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, played TEXT NOT NULL,
        game TEXT NOT NULL, speed TEXT NOT NULL, at BIGINT NOT NULL,
        rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (person, played))",
        "CREATE TABLE challenges (
        id TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        terms TEXT NOT NULL, created BIGINT NOT NULL)",
    ],
    &[
        // Whose program a bot is.
        "ALTER TABLE people ADD COLUMN owner TEXT",
        "CREATE INDEX people_of ON people (owner)",
        "CREATE INDEX games_over ON games (state, ended)",
    ],
    &[
        // Whom a challenge is for, if it is for somebody.
        "ALTER TABLE challenges ADD COLUMN opponent TEXT",
        "CREATE INDEX challenges_of ON challenges (person, created)",
    ],
    &["CREATE INDEX challenges_to ON challenges (opponent, created)"],
    // What a session's owner knows its browser by.
    &["ALTER TABLE sessions ADD COLUMN device TEXT"],
    // When the server was not there: the time is credited to games when they are loaded.
    &["CREATE TABLE outages (down BIGINT PRIMARY KEY, up BIGINT NOT NULL)"],
    &[
        // Finished games of a person, of a game and of all, in the order in which they are listed.
        "DROP INDEX games_of_first",
        "DROP INDEX games_of_second",
        "DROP INDEX games_over",
        "CREATE INDEX games_of_first ON games (first, state, ended, id)",
        "CREATE INDEX games_of_second ON games (second, state, ended, id)",
        "CREATE INDEX games_of_pair ON games (first, second, state, ended, id)",
        "CREATE INDEX games_of_game ON games (game, state, ended, id)",
        "CREATE INDEX games_over ON games (state, ended, id)",
        "CREATE INDEX rating_history_order ON rating_history (person, game, speed, at)",
        // Counted when a game ends. Without a foreign key: who was deleted leaves games behind.
        "CREATE TABLE game_counts (person TEXT PRIMARY KEY, games BIGINT NOT NULL)",
        "CREATE TABLE scores (
        person TEXT NOT NULL, opponent TEXT NOT NULL, won BIGINT NOT NULL, lost BIGINT NOT NULL,
        drawn BIGINT NOT NULL, games BIGINT NOT NULL, PRIMARY KEY (person, opponent))",
        "CREATE INDEX scores_order ON scores (person, games DESC, opponent)",
        "INSERT INTO scores (person, opponent, won, lost, drawn, games)
        SELECT person, opponent, SUM(won), SUM(lost), SUM(drawn), COUNT(*) FROM (
        SELECT first AS person, second AS opponent,
        CASE WHEN winner = 'first' THEN 1 ELSE 0 END AS won,
        CASE WHEN winner = 'second' THEN 1 ELSE 0 END AS lost,
        CASE WHEN winner IS NULL THEN 1 ELSE 0 END AS drawn
        FROM games WHERE state = 'over' AND why <> 'aborted'
        UNION ALL SELECT second AS person, first AS opponent,
        CASE WHEN winner = 'second' THEN 1 ELSE 0 END AS won,
        CASE WHEN winner = 'first' THEN 1 ELSE 0 END AS lost,
        CASE WHEN winner IS NULL THEN 1 ELSE 0 END AS drawn
        FROM games WHERE state = 'over' AND why <> 'aborted') AS finished
        GROUP BY person, opponent",
        "INSERT INTO game_counts (person, games)
        SELECT person, SUM(games) FROM scores GROUP BY person",
    ],
    &[
        // Browsers that have signed in before; `hash` is the fingerprint of a cookie.
        "CREATE TABLE devices (
        hash TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        created BIGINT NOT NULL)",
        "CREATE INDEX devices_of ON devices (person, created)",
    ],
    // What is deleted when its time has come is found without reading the whole table.
    &[
        "CREATE INDEX people_by_age ON people (kind, created)",
        "CREATE INDEX sessions_by_end ON sessions (expires)",
        "CREATE INDEX challenges_by_age ON challenges (created)",
    ],
    &[
        // Whom somebody does not want to be challenged or talked to by.
        "CREATE TABLE blocks (
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        blocked TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        created BIGINT NOT NULL, PRIMARY KEY (person, blocked))",
        "CREATE INDEX blocks_of ON blocks (blocked)",
    ],
    // How a challenge is listed in the lobby: `open` or `quick`; nothing if it is not.
    &["ALTER TABLE challenges ADD COLUMN listing TEXT"],
    &[
        // Codes by which somebody who has forgotten the password chooses another, once each.
        "CREATE TABLE recovery_codes (
        hash TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        created BIGINT NOT NULL)",
        "CREATE INDEX recovery_codes_of ON recovery_codes (person)",
    ],
    &[
        // How strong a computer player is; until now a part of its id, `house-3`.
        "ALTER TABLE people ADD COLUMN level BIGINT",
        "UPDATE people SET level = CAST(SUBSTR(id, 7) AS BIGINT) WHERE kind = 'house'",
    ],
    // What an account has set; `body` is JSON.
    &["CREATE TABLE settings (
        person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
        body TEXT NOT NULL, changed BIGINT NOT NULL)"],
    &[
        // Until when an account may not sign in or chat, and whether it may moderate.
        "ALTER TABLE people ADD COLUMN banned BIGINT",
        "ALTER TABLE people ADD COLUMN muted BIGINT",
        "ALTER TABLE people ADD COLUMN moderator BIGINT",
        "CREATE INDEX people_muted ON people (muted)",
        // What operators and moderators did; running servers read on from the last number.
        "CREATE TABLE admin_actions (
        n BIGINT PRIMARY KEY, at BIGINT NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL,
        person TEXT, game TEXT, detail TEXT)",
        "CREATE TABLE site_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        // Without a foreign key: an invitation stays used when its account is deleted.
        "CREATE TABLE invitations (
        hash TEXT PRIMARY KEY, created BIGINT NOT NULL, note TEXT, used BIGINT, person TEXT)",
    ],
    &[
        // Several nodes on one database: which of them owns a game, under which fencing token. A lease
        // lasts as long as the row of its node does; without a bus nobody owns anything and epochs are 0.
        "ALTER TABLE games ADD COLUMN owner TEXT",
        "ALTER TABLE games ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX games_owned ON games (owner) WHERE owner IS NOT NULL",
        "CREATE TABLE nodes (
        id TEXT PRIMARY KEY, renewed BIGINT NOT NULL, expires BIGINT NOT NULL)",
        "CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT, epoch BIGINT NOT NULL)",
        "INSERT INTO leases (name, epoch) VALUES ('lobby', 0)",
    ],
    &[
        // The archive: every search reads ranges of one of these in their order (`archive::search`). Partial
        // indexes, so that they hold neither aborted games nor such as are on, and a move changes none.
        // `winner` is there for PostgreSQL, which reads an index alone only if that has every column itself.
        // `IF EXISTS`: who has dropped one by hand can update too.
        "DROP INDEX IF EXISTS games_of_pair",
        "DROP INDEX IF EXISTS games_of_game",
        "DROP INDEX IF EXISTS games_over",
        "CREATE INDEX finished ON games (COALESCE(winner, 'draw'), rated, ended, id, winner)
        WHERE state = 'over' AND why <> 'aborted'",
        "CREATE INDEX finished_of_game ON games (game, COALESCE(winner, 'draw'), rated, ended, id, winner)
        WHERE state = 'over' AND why <> 'aborted'",
        "CREATE INDEX finished_of_first ON games (first, COALESCE(winner, 'draw'), rated, ended, id, winner)
        WHERE state = 'over' AND why <> 'aborted'",
        "CREATE INDEX finished_of_second ON games (second, COALESCE(winner, 'draw'), rated, ended, id, winner)
        WHERE state = 'over' AND why <> 'aborted'",
        "CREATE INDEX finished_of_first_game ON games
        (first, game, COALESCE(winner, 'draw'), rated, ended, id, winner)
        WHERE state = 'over' AND why <> 'aborted'",
        "CREATE INDEX finished_of_second_game ON games
        (second, game, COALESCE(winner, 'draw'), rated, ended, id, winner)
        WHERE state = 'over' AND why <> 'aborted'",
        "CREATE INDEX finished_of_pair ON games (first, second, ended, id, game, winner, rated)
        WHERE state = 'over' AND why <> 'aborted'",
        "CREATE INDEX games_live ON games (state, created, id) WHERE state = 'live'",
        "CREATE INDEX games_live_of_game ON games (game, state, created, id) WHERE state = 'live'",
        // Leaders: ratings that have never been certain are on no board.
        "DROP INDEX IF EXISTS ratings_order",
        "CREATE INDEX ratings_board ON ratings (game, speed, rating DESC, person)
        WHERE deviation <= 110",
    ],
    &[
        // What players told the moderators of others. A report stays when its author leaves.
        "CREATE TABLE reports (
        id TEXT PRIMARY KEY, at BIGINT NOT NULL,
        reporter TEXT REFERENCES people (id) ON DELETE SET NULL,
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        reason TEXT NOT NULL, words TEXT NOT NULL, game TEXT,
        closed BIGINT, closed_by TEXT, note TEXT)",
        "CREATE INDEX reports_open ON reports (at, id) WHERE closed IS NULL",
        "CREATE INDEX reports_closed ON reports (closed, id) WHERE closed IS NOT NULL",
        "CREATE INDEX reports_about ON reports (person, at)",
        "CREATE INDEX reports_by ON reports (reporter, at)",
        // Nobody has two open reports of the same person in the same game.
        "CREATE UNIQUE INDEX reports_once ON reports (reporter, person, COALESCE(game, ''))
        WHERE closed IS NULL",
        "CREATE INDEX admin_actions_on ON admin_actions (person, n)",
    ],
    &[
        // What a client's message to the lobby has created, so that a message that is sent again creates nothing.
        "CREATE TABLE lobby_requests (
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, client TEXT NOT NULL,
        at BIGINT NOT NULL, seek TEXT, game TEXT, PRIMARY KEY (person, client))",
        "CREATE INDEX lobby_requests_by_age ON lobby_requests (at)",
    ],
];

/// Why a database has not the tables that this program needs.
pub(super) enum MigrationError {
    /// The database failed; nothing is changed.
    Database(sqlx::Error),
    /// A newer program has taken steps that this one does not know.
    Newer {
        /// Steps that were taken.
        taken: usize,
    },
}

impl From<sqlx::Error> for MigrationError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

/// How many steps this program knows.
pub(crate) const KNOWN_STEPS: usize = STEPS.len();

/// Which of PostgreSQL's advisory locks is that of the migrations: "sixfold" in ASCII.
const LOCK: &str = "SELECT pg_advisory_xact_lock(32485588157295716)";

/// Takes the steps that are missing, in one transaction that only one process at a time can be in: those
/// that start at the same moment wait for the first, and find nothing to do.
///
/// # Errors
/// If the database fails or is newer than this program. The caller drops the connection then, which rolls
/// the transaction back.
pub(super) async fn bring_up_to_date(
    db: &mut AnyConnection,
    dialect: Dialect,
) -> Result<(), MigrationError> {
    take_steps(db, dialect, KNOWN_STEPS).await
}

/// Takes the first steps up to this number, as an older program did: what it stored can be loaded then.
///
/// # Errors
/// If the database fails or has taken more steps than this program knows.
pub(super) async fn take_steps(
    db: &mut AnyConnection,
    dialect: Dialect,
    until: usize,
) -> Result<(), MigrationError> {
    let begin: &[&str] = match dialect {
        // A writer at once: the lock of the file is that of the migrations.
        Dialect::Sqlite => &["BEGIN IMMEDIATE"],
        Dialect::Postgres => &["BEGIN", LOCK],
    };
    for sql in begin {
        db.execute(sqlx::raw_sql(*sql)).await?;
    }
    let taken = steps_taken(db).await?;
    if taken > KNOWN_STEPS {
        return Err(MigrationError::Newer { taken });
    }
    for (number, step) in STEPS.iter().enumerate().take(until).skip(taken) {
        for sql in *step {
            db.execute(sqlx::raw_sql(*sql)).await?;
        }
        let note = sqlx::query("INSERT INTO schema_steps (step) VALUES ($1)").bind(number as i64);
        note.execute(&mut *db).await?;
    }
    db.execute(sqlx::raw_sql("COMMIT")).await?;
    Ok(())
}

/// How many steps were taken, of which the last has the highest number.
pub(super) async fn steps_taken(db: &mut AnyConnection) -> Result<usize, sqlx::Error> {
    let table = "CREATE TABLE IF NOT EXISTS schema_steps (step BIGINT PRIMARY KEY)";
    db.execute(sqlx::raw_sql(table)).await?;
    let sql = "SELECT COALESCE(MAX(step) + 1, 0) AS taken FROM schema_steps";
    let taken: i64 = sqlx::query(sql).fetch_one(&mut *db).await?.try_get("taken")?;
    Ok(usize::try_from(taken).unwrap_or(0))
}
