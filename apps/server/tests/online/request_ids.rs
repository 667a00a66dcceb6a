//! Ids of requests: in the log and in the answer, ours and not the visitor's. And the probes of a process.

use crate::hostile::raw::Raw;
use crate::support::port::free_address;
use crate::support::process::Process;
use server::store::DatabaseLocation;
use std::fs::File;
use std::net::{IpAddr, Ipv4Addr};
use std::process::Stdio;

#[tokio::test]
async fn requests_have_ids_of_our_own_in_the_log_and_in_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let place = DatabaseLocation::Folder(folder.path().join("data"));
    let (at, file) = (free_address(), File::create(&log).unwrap());
    let server = Process::start_with(at, &place, None, Stdio::from(file));
    server.is_up().await;
    let mut ids = Vec::new();
    for path in ["/livez", "/readyz", "/healthz"] {
        let mut raw = Raw::connect(at, IpAddr::V4(Ipv4Addr::LOCALHOST)).await.unwrap();
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {at}\r\nx-request-id: forged\r\nconnection: close\r\n\r\n"
        );
        raw.write(request.as_bytes()).await.unwrap();
        let response = raw.response().await.expect("an answer");
        assert_eq!((response.status, response.body.as_str()), (200, "ok\n"), "{path}");
        let mut lines = response.head.lines();
        let id = lines.find_map(|line| line.strip_prefix("x-request-id: ")).expect("an id");
        ids.push(id.trim().to_owned());
    }
    assert!(server.stop().await.success());
    // The head of an answer is read in lower case.
    let log = std::fs::read_to_string(log).unwrap().to_lowercase();
    for id in ids {
        assert_eq!(id.len(), 12, "{id}");
        assert!(log.contains(&id), "{id}: {log}");
    }
    assert!(!log.contains("forged"));
}
