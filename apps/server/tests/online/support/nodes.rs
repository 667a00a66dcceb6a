//! Several nodes on one database and one bus, as processes, behind a proxy that takes them in turn.

use super::client::Client;
use super::nats::Nats;
use super::port::free_address;
use super::postgres::Cluster;
use super::process::{Process, Worker};
use super::site::Site;
use server::limits::Limits;
use server::store::Store;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Two nodes in this process, with what they share.
pub(crate) struct Pair {
    pub(crate) one: Site,
    pub(crate) other: Site,
    pub(crate) database: Cluster,
    pub(crate) bus: Nats,
}

impl Pair {
    pub(crate) async fn open() -> Self {
        let (database, bus) = (Cluster::start(), Nats::start());
        let one = Site::node(&database, &bus).await;
        let other = Site::node(&database, &bus).await;
        Self { one, other, database, bus }
    }

    /// With the limits that everybody has.
    pub(crate) async fn strict() -> Self {
        let (database, bus) = (Cluster::start(), Nats::start());
        let limits = || Limits::default().frozen();
        let one = Site::node_with(&database, &bus, limits()).await;
        let other = Site::node_with(&database, &bus, limits()).await;
        Self { one, other, database, bus }
    }

    pub(crate) async fn guests(&self) -> (Client, Client) {
        (Client::guest(self.one.at).await, Client::guest(self.other.at).await)
    }
}

/// What a process has counted of something that tells that at this address.
pub(crate) async fn counted_at(metrics: SocketAddr, what: &str) -> Option<u64> {
    let mut stream = TcpStream::connect(metrics).await.ok()?;
    let request = "GET /metrics HTTP/1.0\r\n\r\n";
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut told = String::new();
    stream.read_to_string(&mut told).await.ok()?;
    let name = format!("sixfold_{what}_total ");
    told.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok())
}

/// A cluster with its database and its bus.
pub(crate) struct Nodes {
    pub(crate) processes: Vec<Process>,
    /// Where each of them tells what it counts.
    metrics: Vec<SocketAddr>,
    worker: Worker,
    pub(crate) database: Cluster,
    pub(crate) bus: Nats,
}

impl Nodes {
    /// Starts so many nodes and a worker, and waits until the nodes answer.
    pub(crate) async fn start(count: usize) -> Self {
        let (database, bus) = (Cluster::start(), Nats::start());
        let (processes, worker) = (Vec::new(), Worker::start(&bus.url()));
        let metrics = (0..count).map(|_| free_address()).collect();
        let mut nodes = Self { processes, metrics, worker, database, bus };
        for number in 0..count {
            let node = nodes.new_node(number, free_address());
            nodes.processes.push(node);
        }
        for node in &nodes.processes {
            node.is_up().await;
        }
        nodes
    }

    fn new_node(&self, number: usize, at: SocketAddr) -> Process {
        let at = (at, self.metrics[number]);
        Process::start_node(at, &self.database.location(), &self.bus.url())
    }

    /// Where a node listens.
    pub(crate) fn at(&self, node: usize) -> SocketAddr {
        self.processes[node].at
    }

    /// Kills a node by SIGKILL and starts another in its place.
    pub(crate) fn kill_and_replace(&mut self, node: usize) {
        let at = self.at(node);
        self.processes.remove(node).kill();
        let fresh = self.new_node(node, at);
        self.processes.insert(node, fresh);
    }

    /// Kills the worker by SIGKILL and starts another.
    pub(crate) fn replace_worker(&mut self) {
        self.worker = Worker::start(&self.bus.url());
    }

    /// What a node has counted of something, since it was started.
    pub(crate) async fn counted(&self, node: usize, what: &str) -> Option<u64> {
        counted_at(self.metrics[node], what).await
    }

    /// Stops a node by SIGTERM, and starts another in its place.
    pub(crate) async fn roll(&mut self, node: usize) {
        let at = self.at(node);
        let old = self.processes.remove(node);
        old.stop_in_peace().await;
        let fresh = self.new_node(node, at);
        fresh.is_up().await;
        self.processes.insert(node, fresh);
    }

    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.database.location()).await.unwrap()
    }
}

/// Takes connections and gives them to nodes in turn; one that does not answer is passed over.
pub(crate) struct Balancer {
    pub(crate) at: SocketAddr,
    task: JoinHandle<()>,
}

impl Balancer {
    pub(crate) async fn start(nodes: &Nodes) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let nodes: Vec<SocketAddr> = nodes.processes.iter().map(|node| node.at).collect();
        let task = tokio::spawn(Self::run(listener, Arc::new(nodes)));
        Self { at, task }
    }

    async fn run(listener: TcpListener, nodes: Arc<Vec<SocketAddr>>) {
        let turn = Arc::new(AtomicUsize::new(0));
        while let Ok((mut client, _)) = listener.accept().await {
            let (nodes, turn) = (Arc::clone(&nodes), Arc::clone(&turn));
            tokio::spawn(async move {
                for _ in 0..nodes.len() {
                    let node = nodes[turn.fetch_add(1, Ordering::Relaxed) % nodes.len()];
                    if let Ok(mut server) = TcpStream::connect(node).await {
                        let _ = copy_bidirectional(&mut client, &mut server).await;
                        return;
                    }
                }
            });
        }
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.task.abort();
    }
}
