//! Lighthouse on the four pages of docs/page-speed.md: `cargo run -p e2e --features browser --example lighthouse`, after
//! `cargo xtask dist`. It needs npm (`npx`), which fetches the program once; the variable LIGHTHOUSE names another.
//! Arguments: how often each page is measured, and then pages instead of the usual four.
//!
//! Its slowed processor is as many times slower than this machine is at that moment, so the blocking time is also given
//! by the processor time of the tasks: what it would be if nothing else ran.

use e2e::Site;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

const PAGES: [&str; 4] = ["/", "/play/hex", "/analyse/hex", "/lobby"];

/// How many times slower a phone is, and how long a task may be that blocks nothing, as the tool has them.
const SLOWER: f64 = 4.0;
const SHORT: f64 = 50.0;

#[tokio::main]
async fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let times = words.first().and_then(|word| word.parse().ok());
    if times.is_some() {
        words.remove(0);
    }
    let pages = if words.is_empty() { PAGES.map(str::to_owned).to_vec() } else { words };
    let site = Site::open().await;
    println!("{:14} score  FCP   LCP    SI   CLS    TBT  by processor time; longest tasks", "page");
    for page in &pages {
        for _ in 0..times.unwrap_or(3) {
            let address = format!("{}{page}", site.address());
            let measured = tokio::task::spawn_blocking(move || measure(&address)).await;
            println!("{page:14} {}", measured.expect("no panic").unwrap_or_else(|why| why));
        }
    }
    site.close().await;
}

/// One run, as a line.
fn measure(address: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let report = folder.path().join("report");
    run(address, &report)?;
    let read = |name: &str| -> Result<Value, String> {
        let text = std::fs::read_to_string(folder.path().join(name)).map_err(|e| e.to_string())?;
        serde_json::from_str(&text).map_err(|e| e.to_string())
    };
    let (found, trace) = (read("report.report.json")?, read("report-0.trace.json")?);
    let audit = |name: &str| found["audits"][name]["numericValue"].as_f64().unwrap_or(f64::NAN);
    let seconds = |name: &str| audit(name) / 1000.0;
    let tasks = tasks_after_first_paint(&trace);
    let blocking: f64 = tasks.iter().map(|task| (SLOWER * task - SHORT).max(0.0)).sum();
    let longest: Vec<String> = tasks.iter().take(3).map(|task| format!("{task:.0}")).collect();
    Ok(format!(
        "{:5.0} {:4.2} {:5.2} {:5.2} {:5.3} {:6.0} {:6.0} ms; {} ms; benchmark index {:.0}",
        100.0 * found["categories"]["performance"]["score"].as_f64().unwrap_or(f64::NAN),
        seconds("first-contentful-paint"),
        seconds("largest-contentful-paint"),
        seconds("speed-index"),
        audit("cumulative-layout-shift"),
        audit("total-blocking-time"),
        blocking,
        longest.join(", "),
        found["environment"]["benchmarkIndex"].as_f64().unwrap_or(f64::NAN),
    ))
}

fn run(address: &str, report: &Path) -> Result<(), String> {
    let mut command = match std::env::var("LIGHTHOUSE") {
        Ok(program) => Command::new(program),
        Err(_) => Command::new("npx"),
    };
    if std::env::var("LIGHTHOUSE").is_err() {
        command.args(["--yes", "lighthouse"]);
    }
    command
        .arg(address)
        .args(["--only-categories=performance", "--output=json", "--output=html", "--quiet"])
        .arg("--chrome-flags=--headless=new --no-sandbox")
        .arg("--save-assets")
        .arg(format!("--output-path={}", report.display()))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let status = command.status().map_err(|e| format!("npx cannot be started: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("Lighthouse ended with {status}")) }
}

/// Processor time of the page's own tasks after the first paint, in milliseconds, the longest first.
fn tasks_after_first_paint(trace: &Value) -> Vec<f64> {
    let events = trace["traceEvents"].as_array().map(Vec::as_slice).unwrap_or_default();
    let named = |name: &'static str| events.iter().filter(move |event| event["name"] == name);
    let mains: BTreeSet<(u64, u64)> = named("thread_name")
        .filter(|event| event["args"]["name"] == "CrRendererMain")
        .filter_map(|event| Some((event["pid"].as_u64()?, event["tid"].as_u64()?)))
        .collect();
    // The last page that painted is the one that is measured.
    let Some(paint) = named("firstContentfulPaint").next_back() else { return Vec::new() };
    let (process, start) = (paint["pid"].as_u64(), paint["ts"].as_f64().unwrap_or(0.0));
    let is_ours = |event: &&Value| {
        let thread = event["pid"].as_u64().zip(event["tid"].as_u64());
        event["pid"].as_u64() == process
            && thread.is_some_and(|thread| mains.contains(&thread))
            && event["ts"].as_f64().is_some_and(|at| at >= start)
    };
    let tasks = events
        .iter()
        .filter(|event| event["name"].as_str().is_some_and(|name| name.ends_with("RunTask")));
    let mut times: Vec<f64> =
        tasks.filter(is_ours).filter_map(|event| Some(event["tdur"].as_f64()? / 1000.0)).collect();
    times.sort_by(|a, b| b.total_cmp(a));
    times
}
