//! What is shipped in deploy/: the dashboard names only metrics that are exported, the unit is one that systemd
//! understands, the image runs without rights, and the services of compose.yaml fit together. There is no container
//! engine here: they are read, and the nodes' health check is run against a real server.

use crate::support::site::Site;
use server::metrics::{Metrics, QueueLabels, RequestLabels};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

fn shipped(name: &str) -> String {
    let path = format!("{}/../../deploy/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The words of a text that begin as metrics do.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("sixfold_")).map(str::to_owned).collect()
}

#[test]
fn the_dashboard_names_only_metrics_that_are_exported() {
    let dashboard: serde_json::Value = serde_json::from_str(&shipped("grafana.json")).unwrap();
    let metrics = Metrics::default();
    let request = RequestLabels { method: "GET", route: "/".into(), status: 200 };
    metrics.requests.get_or_create(&request).observe(0.1);
    metrics.queue_wait.get_or_create(&QueueLabels { queue: "games" }).observe(0.1);
    let exported = metrics_in(&metrics.text());
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().unwrap());
    let named: BTreeSet<String> =
        targets.flat_map(|target| metrics_in(target["expr"].as_str().unwrap())).collect();
    assert!(named.len() > 10, "{named:?}");
    assert!(named.is_subset(&exported), "{:?}", named.difference(&exported));
    let histograms = exported.iter().filter(|name| name.ends_with("_bucket"));
    for histogram in histograms {
        assert!(named.contains(histogram), "{histogram} is on no panel");
    }
}

/// Where systemd is installed it reads the unit, with a program in the place of ours.
#[test]
fn systemd_understands_the_unit() {
    let unit = shipped("sixfold.service");
    assert_eq!(unit.matches("ExecStart=/usr/bin/sixfold serve").count(), 1);
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        eprintln!("systemd-analyze is not installed: the unit is not verified");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sixfold.service");
    std::fs::write(&path, unit.replace("/usr/bin/sixfold", "/bin/true")).unwrap();
    let verified =
        Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&path).output().unwrap();
    let told = String::from_utf8_lossy(&verified.stderr);
    let ours = told.lines().filter(|line| line.contains("sixfold.service")).collect::<Vec<_>>();
    assert!(ours.is_empty(), "{told}");
}

#[test]
fn the_image_and_the_nodes_run_without_rights() {
    let (image, parts) = (shipped("Dockerfile"), parts(&shipped("compose.yaml")));
    assert!(image.contains("USER 10001"), "{image}");
    for word in ["cap_drop: [ALL]", "read_only: true", "no-new-privileges"] {
        assert!(parts["x-sixfold"].contains(word), "{word}");
    }
    for part in ["x-node", "services.worker"] {
        assert!(parts[part].contains("<<: *sixfold"), "{part} has these rights");
    }
}

/// The parts of compose.yaml: what stands at the top, and each service, with the lines below it.
fn parts(text: &str) -> BTreeMap<String, String> {
    let mut parts: BTreeMap<String, String> = BTreeMap::new();
    let (mut top, mut name) = (String::new(), String::new());
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let (key, rest) = line.split_once(':').unwrap_or((line, ""));
        match (line.len() - line.trim_start().len(), rest.trim()) {
            (0, _) => (top, name) = (key.to_owned(), key.to_owned()),
            (2, "") if top == "services" => name = format!("services.{}", key.trim()),
            _ => {}
        }
        let part = parts.entry(name.clone()).or_default();
        part.push_str(line);
        part.push('\n');
    }
    parts
}

#[test]
fn the_services_are_two_nodes_a_worker_and_what_they_need() {
    let parts = parts(&shipped("compose.yaml"));
    let services: BTreeSet<&str> =
        parts.keys().filter_map(|name| name.strip_prefix("services.")).collect();
    assert_eq!(services, BTreeSet::from(["caddy", "nats", "node1", "node2", "postgres", "worker"]));
    for node in ["services.node1", "services.node2"] {
        assert!(parts[node].contains("<<: *node"), "{node}");
    }
    let node = &parts["x-node"];
    for word in ["serve --bus nats://nats:4222", "SIXFOLD_DATABASE", "--trusted-proxies 1"] {
        assert!(node.contains(word), "{word}");
    }
    assert!(parts["services.worker"].contains("worker --bus nats://nats:4222"));
    for needed in ["postgres", "nats"] {
        let waits = format!("{needed}: {{ condition: service_healthy }}");
        assert!(parts["x-sixfold"].contains(&waits), "{waits}");
        assert!(parts[&format!("services.{needed}")].contains("healthcheck:"), "{needed}");
    }
    for lasting in ["postgres", "caddy"] {
        assert!(parts["volumes"].contains(lasting), "what {lasting} keeps is in a volume");
    }
    let proxy = shipped("Caddyfile.compose");
    assert!(proxy.contains("reverse_proxy node1:6060 node2:6060") && proxy.contains("/readyz"));
    assert!(parts["services.caddy"].contains("./Caddyfile.compose:/etc/caddy/Caddyfile:ro"));
}

/// The command by which a node's health is asked, for a server on this port.
fn health_check(port: u16) -> Command {
    let services = shipped("compose.yaml");
    let node = services.lines().find_map(|line| line.trim().strip_prefix("test: "));
    // A list in one line is JSON as well.
    let words: Vec<String> = serde_json::from_str(node.expect("a check of the node")).unwrap();
    assert_eq!(words[0], "CMD");
    let mut command = Command::new(&words[1]);
    command.args(words[2..].iter().map(|word| word.replace("6060", &port.to_string())));
    command
}

#[cfg(unix)]
#[tokio::test]
async fn the_health_check_of_a_node_asks_a_real_server() {
    let site = Site::open().await;
    let port = site.at.port();
    let asked = tokio::task::spawn_blocking(move || health_check(port).output().unwrap());
    let healthy = asked.await.unwrap();
    assert!(healthy.status.success(), "{}", String::from_utf8_lossy(&healthy.stderr));
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    assert!(!health_check(free).output().unwrap().status.success(), "nobody is there");
}
