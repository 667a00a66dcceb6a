//! The API's description held against the standard by an independent validator, and the API against its
//! description by a property-based fuzzer: openapi-spec-validator and schemathesis, which
//! `cargo xtask setup` installs into `target/python`.

use crate::support::site::Site;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// How many requests the fuzzer makes of each operation at random; besides those for every value that
/// the description names. Some 1,400 in all, for each of two visitors.
const EXAMPLES: &str = "20";

/// What must hold for every answer.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_schema_conformance";

fn program(name: &str) -> Command {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin");
    let program: PathBuf = folder.join(name);
    assert!(program.exists(), "{} is missing: `cargo xtask setup`", program.display());
    Command::new(program)
}

fn output_text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn an_independent_validator_finds_nothing_wrong_with_the_description() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("openapi.json");
    let api = serde_json::to_string(&server::api::description()).unwrap();
    std::fs::write(&file, api).unwrap();
    let output = program("openapi-spec-validator").arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", output_text(&output));
}

/// Runs the fuzzer with these headers; what it found.
async fn fuzz(site: &Site, headers: &[String], without: &str) -> Output {
    let mut fuzzer = program("schemathesis");
    let base = format!("http://{}", site.at);
    let folder = TempDir::new().unwrap();
    fuzzer.current_dir(folder.path()).env("NO_COLOR", "1");
    fuzzer.args(["run", &format!("{base}/api/openapi.json"), "--checks", CHECKS]);
    fuzzer.args(["--phases", "examples,coverage,fuzzing", "--max-examples", EXAMPLES]);
    fuzzer.args(["--seed", "6", "--workers", "1", "--request-timeout", "60"]);
    fuzzer.args(["--exclude-path-regex", without, "--header", &format!("Origin: {base}")]);
    for header in headers {
        fuzzer.args(["--header", header]);
    }
    tokio::task::spawn_blocking(move || fuzzer.output()).await.unwrap().unwrap()
}

/// Whether it made hundreds of requests and found nothing.
fn assert_clean(output: &Output) {
    let said = output_text(output);
    assert!(output.status.success(), "{said}");
    let line = said.lines().find(|line| line.contains(" generated, ")).unwrap_or_default();
    let count: u32 = line.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0);
    assert!(count >= 500 && line.contains(&format!("{count} passed")), "{said}");
}

/// The stream of events and a seek that nobody accepts never end.
#[tokio::test(flavor = "multi_thread")]
async fn a_fuzzer_finds_no_server_error_as_nobody() {
    let site = Site::open().await;
    assert_clean(&fuzz(&site, &[], "/api/(stream/|seek)").await);
}

/// Nor does somebody who is signed in find one; signing out would end that.
#[tokio::test(flavor = "multi_thread")]
async fn a_fuzzer_finds_no_server_error_with_an_account() {
    let site = Site::open().await;
    let cookie = format!("Cookie: {}", site.account("fuzzer").await);
    assert_clean(&fuzz(&site, &[cookie], "/api/(stream/|seek|sign-)").await);
}
