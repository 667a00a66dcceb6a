//! Work for engines on other machines: `sixfold worker` takes it from the bus, each piece once (queue group), and
//! answers before a deadline. Without a worker, or when it is late, the node searches itself.

use super::bus::{BusError, ENGINE_SUBJECT, connect};
use crate::engine_work::EngineWork;
use crate::state::AppState;
use async_nats::Request;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The queue group of workers.
const GROUP: &str = "engines";

/// How much longer than the search itself an answer may take.
const MARGIN: Duration = Duration::from_millis(1_500);

/// Reply of a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum WorkerReply {
    /// The result of the search.
    Found(Option<Value>),
    /// All its threads are taken.
    Busy,
}

/// Settings of a worker.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// The bus.
    pub bus: String,
    /// How many searches it does at once.
    pub threads: NonZeroUsize,
}

/// Takes work from the bus until `stop` is done; then what is under way is finished.
///
/// # Errors
/// If the bus does not answer.
pub async fn work(
    settings: &WorkerSettings,
    ready: impl FnOnce(),
    stop: impl Future<Output = ()>,
) -> Result<(), BusError> {
    let client = connect(&settings.bus).await?;
    let subscribed = client.queue_subscribe(ENGINE_SUBJECT, GROUP.to_owned()).await;
    let mut work = subscribed.map_err(|error| BusError::of(&error))?;
    client.flush().await.map_err(|error| BusError::of(&error))?;
    ready();
    let threads = Arc::new(Semaphore::new(settings.threads.get()));
    tokio::pin!(stop);
    loop {
        let message = tokio::select! {
            () = &mut stop => break,
            message = work.next() => message,
        };
        let Some(message) = message else { break };
        let Some(reply) = message.reply else { continue };
        let (client, permit) = (client.clone(), Arc::clone(&threads).try_acquire_owned().ok());
        tokio::spawn(async move {
            let answer = match &permit {
                Some(_) => answer(&message.payload).await,
                None => WorkerReply::Busy,
            };
            let text = serde_json::to_vec(&answer).unwrap_or_default();
            // Whoever asked searches alone if the answer is lost.
            let _ = client.publish(reply, text.into()).await;
            // A worker that stops waits for all permits and flushes then: the answer is among what it flushes.
            drop(permit);
        });
    }
    // No more work comes, and what is under way holds its thread until it is answered.
    let _ = work.unsubscribe().await;
    let _ = threads.acquire_many(settings.threads.get() as u32).await;
    client.flush().await.map_err(|error| BusError::of(&error))
}

async fn answer(payload: &[u8]) -> WorkerReply {
    let Ok(wanted) = serde_json::from_slice::<EngineWork>(payload) else {
        return WorkerReply::Busy;
    };
    WorkerReply::Found(spawn_blocking(move || wanted.run()).await.unwrap_or_default())
}

impl AppState {
    /// Has a worker search; nothing if there is none, it has no thread or no answer in time, or the bus is not
    /// connected: then there is no answer to wait for, and the caller searches at once.
    pub(crate) async fn search_elsewhere(&self, wanted: &EngineWork) -> Option<Value> {
        let bus = &self.cluster.as_ref()?.bus;
        if !bus.is_connected() {
            return None;
        }
        let client = bus.client();
        let payload = serde_json::to_vec(wanted).ok()?;
        let limit = wanted.time() + MARGIN;
        let request = Request::new().payload(payload.into()).timeout(Some(limit));
        let answer = client.send_request(ENGINE_SUBJECT, request).await.ok()?;
        match serde_json::from_slice(&answer.payload).ok()? {
            WorkerReply::Found(found) => {
                self.metrics.searched_elsewhere.inc();
                found
            }
            WorkerReply::Busy => None,
        }
    }
}
