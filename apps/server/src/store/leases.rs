//! Leases of several nodes on one PostgreSQL database: which nodes are there, who owns a game and who the lobby.
//!
//! A node's lease is its row in `nodes`, renewed every second by the clock of the database, so that clocks of
//! machines need not agree. What a node owns (a game, the lobby) is owned while its row has not expired:
//! renewing 10,000 games is one statement. Each change of owner raises the epoch, a fencing token that every
//! append carries ([`Append::epoch`](super::Append)).
//!
//! A server without a bus takes no leases: it is alone on its database, which the [server
//! lock](super::ServerLock) ensures, and the epochs of its games stay as they are.

use super::writer::{Arg, Statement, statement};
use super::{Store, StoreError};
use crate::outages::FORGOTTEN_AFTER;
use crate::random;
use clock::{Moment, Span};
use protocol::GameId;
use sqlx::Row;
use sqlx::any::AnyRow;

/// How long a node's lease lasts if it is not renewed.
pub const LEASE: Span = Span::seconds(5);

/// How often a claim is tried when others claim at the same moment.
const CLAIM_TRIES: usize = 3;

/// The lease of the lobby: pairing is done by one node.
const LOBBY: &str = "lobby";

/// Who owns something, under which epoch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lease {
    /// A node, whether its row has expired or not.
    pub owner: Option<String>,
    /// The fencing token.
    pub epoch: u64,
}

/// What a claim of a game has led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is this node's now.
    Mine {
        /// The fencing token for what is appended.
        epoch: u64,
        /// How long no node owned it, if its last owner did not release it.
        unowned: Option<Span>,
    },
    /// A node that is there owns it.
    Other(String),
    /// There is no such game.
    Missing,
}

/// The cluster at one moment of the database's clock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClusterView {
    /// The database's clock.
    pub now: Moment,
    /// The nodes whose lease has not expired.
    pub nodes: Vec<String>,
    /// Who leads the lobby.
    pub lobby: Lease,
}

/// The database's clock in milliseconds since 1970.
macro_rules! now {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}

const REGISTER: &str = concat!(
    "INSERT INTO nodes (id, renewed, expires) VALUES ($1, ",
    now!(),
    ", ",
    now!(),
    " + $2)"
);

/// A lease that has expired is not renewed: another node may have claimed what it covered.
const RENEW: &str = concat!(
    "UPDATE nodes SET renewed = ",
    now!(),
    ", expires = ",
    now!(),
    " + $2 WHERE id = $1 AND expires > ",
    now!()
);

const SEEN: &str = concat!(
    "SELECT ",
    now!(),
    " AS now, nodes.id AS node, leases.owner, leases.epoch FROM leases \
     LEFT JOIN nodes ON nodes.expires > ",
    now!(),
    " WHERE leases.name = $1 ORDER BY nodes.id"
);

const OWNER: &str = concat!(
    "SELECT games.owner, games.epoch, nodes.renewed, ",
    now!(),
    " AS now, CASE WHEN nodes.expires > ",
    now!(),
    " THEN CAST(1 AS BIGINT) ELSE CAST(0 AS BIGINT) END AS alive \
     FROM games LEFT JOIN nodes ON nodes.id = games.owner WHERE games.id = $1"
);

const CLAIM_GAME: &str = concat!(
    "UPDATE games SET owner = $2, epoch = epoch + 1 WHERE id = $1 AND epoch = $3 \
     AND (owner IS NULL OR owner = $2 OR NOT EXISTS \
     (SELECT 1 FROM nodes WHERE nodes.id = games.owner AND nodes.expires > ",
    now!(),
    "))"
);

const CLAIM_LEASE: &str = concat!(
    "UPDATE leases SET owner = $2, epoch = epoch + 1 WHERE name = $1 AND epoch = $3 \
     AND (owner IS NULL OR NOT EXISTS \
     (SELECT 1 FROM nodes WHERE nodes.id = leases.owner AND nodes.expires > ",
    now!(),
    "))"
);

/// The row is kept: whoever claims a game reads from it since when no node owned the game.
const RETIRE: &str =
    concat!("UPDATE nodes SET renewed = ", now!(), ", expires = ", now!(), " WHERE id = $1");

const OWNER_THERE: &str = concat!(
    "SELECT games.owner FROM games JOIN nodes ON nodes.id = games.owner WHERE games.id = $1 \
     AND nodes.expires > ",
    now!()
);

const DUE: &str = concat!(
    "SELECT id FROM games WHERE state = 'live' AND deadline <= $1 AND (owner = $2 OR ($3 = 1 \
     AND (owner IS NULL OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = games.owner \
     AND nodes.expires > ",
    now!(),
    ")))) ORDER BY deadline LIMIT 500"
);

/// The setting of the site that names its cluster, so that several may share a bus.
const CLUSTER_NAME: &str = "cluster";

/// A statement that fails its transaction unless this node leads the lobby under this epoch.
pub(crate) fn lobby_fence(node: &str, epoch: u64) -> Statement {
    let sql = "UPDATE leases SET epoch = epoch WHERE name = $1 AND owner = $2 AND epoch = $3";
    statement(sql, [Arg::text(LOBBY), Arg::text(node), Arg::int(epoch)]).once()
}

/// Whether a statement that was to change one row has done so.
fn changed(done: Result<(), StoreError>) -> Result<bool, StoreError> {
    match done {
        Ok(()) => Ok(true),
        Err(StoreError::Gone) => Ok(false),
        Err(error) => Err(error),
    }
}

fn moment(row: &AnyRow, column: &str) -> Result<Moment, StoreError> {
    Ok(Moment(row.try_get::<i64, _>(column)? as u64))
}

fn lease(row: &AnyRow) -> Result<Lease, StoreError> {
    Ok(Lease { owner: row.try_get("owner")?, epoch: row.try_get::<i64, _>("epoch")? as u64 })
}

impl Store {
    /// The name of the cluster of this database, made when it is first asked for.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn cluster_name(&self) -> Result<String, StoreError> {
        let insert = "INSERT INTO site_settings (name, value) VALUES ($1, $2) \
            ON CONFLICT (name) DO NOTHING";
        let name = random::alphanumeric(8).to_ascii_lowercase();
        self.write(vec![statement(insert, [Arg::text(CLUSTER_NAME), Arg::Text(name)])]).await?;
        let sql = "SELECT value FROM site_settings WHERE name = $1";
        let row = self.row(sql, [Arg::text(CLUSTER_NAME)]).await?.ok_or(StoreError::Gone)?;
        Ok(row.try_get("value")?)
    }

    /// The node that owns a game and is there.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn owner_of(&self, game: &GameId) -> Result<Option<String>, StoreError> {
        let row = self.row(OWNER_THERE, [Arg::text(game.as_str())]).await?;
        row.map(|row| Ok(row.try_get("owner")?)).transpose()
    }

    /// The games of a node in which something is due by this moment, and those without an owner if it looks
    /// after them.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn due_for(
        &self,
        node: &str,
        unowned_too: bool,
        by: Moment,
    ) -> Result<Vec<GameId>, StoreError> {
        let args = [Arg::int(by.0), Arg::text(node), Arg::int(u64::from(unowned_too))];
        self.ids(DUE, args).await
    }

    /// Begins the lease of a node that has a name of its own.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn register_node(&self, node: &str) -> Result<(), StoreError> {
        let add = statement(REGISTER, [Arg::text(node), Arg::int(LEASE.0)]);
        let old = "DELETE FROM nodes WHERE expires < $1";
        let before = crate::time::now().0.saturating_sub(FORGOTTEN_AFTER.0);
        self.write(vec![add, statement(old, [Arg::int(before)])]).await
    }

    /// Renews the lease of a node; whether it had not expired.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn renew_node(&self, node: &str) -> Result<bool, StoreError> {
        let renew = statement(RENEW, [Arg::text(node), Arg::int(LEASE.0)]).once();
        changed(self.write(vec![renew]).await)
    }

    /// Ends the lease of a node: its games can be claimed at once, and a claim tells since when no node owned the
    /// game.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn retire_node(&self, node: &str) -> Result<(), StoreError> {
        self.write(vec![statement(RETIRE, [Arg::text(node)])]).await
    }

    /// Which nodes are there, and who leads the lobby.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn cluster_view(&self) -> Result<ClusterView, StoreError> {
        let rows = self.rows(SEEN, [Arg::text(LOBBY)]).await?;
        let first = rows.first().ok_or(StoreError::Gone)?;
        let nodes: Result<Vec<Option<String>>, _> =
            rows.iter().map(|row| row.try_get("node")).collect();
        let nodes = nodes?.into_iter().flatten().collect();
        Ok(ClusterView { now: moment(first, "now")?, nodes, lobby: lease(first)? })
    }

    /// Claims a game without an owner, or whose owner has no lease any more.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn claim_game(&self, game: &GameId, node: &str) -> Result<Claim, StoreError> {
        for _ in 0..CLAIM_TRIES {
            let Some(row) = self.row(OWNER, [Arg::text(game.as_str())]).await? else {
                return Ok(Claim::Missing);
            };
            let Lease { owner, epoch } = lease(&row)?;
            let alive = row.try_get::<i64, _>("alive")? != 0;
            if let Some(owner) = owner.clone().filter(|owner| owner != node && alive) {
                return Ok(Claim::Other(owner));
            }
            let renewed: Option<i64> = row.try_get("renewed")?;
            let unowned = owner.filter(|owner| owner != node).and(renewed);
            let now = moment(&row, "now")?;
            let args = [Arg::text(game.as_str()), Arg::text(node), Arg::int(epoch)];
            if changed(self.write(vec![statement(CLAIM_GAME, args).once()]).await)? {
                let unowned = unowned.map(|renewed| now.since(Moment(renewed as u64)));
                return Ok(Claim::Mine { epoch: epoch + 1, unowned });
            }
        }
        Err(StoreError::Unavailable)
    }

    /// Gives a game back that this node owns under this epoch; another claim meanwhile stays.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn release_game(
        &self,
        game: &GameId,
        node: &str,
        epoch: u64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE games SET owner = NULL WHERE id = $1 AND owner = $2 AND epoch = $3";
        let args = [Arg::text(game.as_str()), Arg::text(node), Arg::int(epoch)];
        self.write(vec![statement(sql, args)]).await
    }

    /// Takes the lobby if its leader is not there any more; `seen` is its epoch.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn claim_lobby(&self, node: &str, seen: u64) -> Result<bool, StoreError> {
        let args = [Arg::text(LOBBY), Arg::text(node), Arg::int(seen)];
        changed(self.write(vec![statement(CLAIM_LEASE, args).once()]).await)
    }
}
