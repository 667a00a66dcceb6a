//! When no node has a lease for a while, as after an outage of the database, that is stored: a game that no node owned
//! meanwhile may be loaded by a node that was started later.

use crate::support::limit::wait_until;
use crate::support::nodes::Pair;
use server::store::{Store, statement};
use sqlx::Row;

async fn count(store: &Store, sql: &'static str) -> i64 {
    store.rows(sql, []).await.unwrap()[0].try_get(0).unwrap()
}

const ALIVE: &str = "SELECT COUNT(*) FROM nodes \
    WHERE expires > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

const OUTAGES_OF_MINUTES: &str =
    "SELECT COUNT(*) FROM outages WHERE up - down BETWEEN 600000 AND 900000";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_of_the_whole_cluster_is_stored_once_by_the_nodes_that_join_again() {
    let nodes = Pair::open().await;
    let store = &nodes.one.state.store;
    assert_eq!(count(store, OUTAGES_OF_MINUTES).await, 0);
    // The last renewal was ten minutes ago, and every lease has expired.
    let expired = "UPDATE nodes SET renewed = renewed - 600000, expires = renewed - 600000";
    store.write(vec![statement(expired, [])]).await.unwrap();
    wait_until("both nodes join again", async || count(store, ALIVE).await == 2).await;
    assert_eq!(count(store, OUTAGES_OF_MINUTES).await, 1);
}
