//! Holds the arrows of ARCHITECTURE.md: who may depend on whom, among our own crates and outside.

use cargo_metadata::{DependencyKind, MetadataCommand};
use std::collections::{BTreeMap, BTreeSet};

/// Every crate of the workspace with the crates of ours it may use, from the ground up.
const ROOMS: &[(&str, &[&str])] = &[
    ("hexgrid", &[]),
    ("game", &[]),
    ("eclipse", &["hexgrid", "game"]),
    ("hex", &["hexgrid", "game"]),
    ("hexchess", &["hexgrid", "game"]),
    ("catalog", &["game", "eclipse", "hex", "hexchess"]),
    ("vectors", &["hexgrid", "game", "eclipse", "hex", "hexchess", "catalog"]),
    ("lessons", &["catalog"]),
    ("sgf", &["hexgrid", "game", "hex"]),
    ("analysis", &[]),
    ("search", &["analysis", "game"]),
    ("eclipse-engine", &["hexgrid", "game", "eclipse", "search"]),
    ("hex-engine", &["hexgrid", "game", "hex", "search"]),
    ("hexchess-engine", &["hexgrid", "game", "hexchess", "search"]),
    (
        "bots",
        &[
            "analysis",
            "game",
            "catalog",
            "search",
            "eclipse-engine",
            "hex-engine",
            "hexchess-engine",
        ],
    ),
    ("ugi", &["game", "catalog", "search", "bots"]),
    ("htp", &["game", "catalog", "search", "bots", "ugi"]),
    ("arena", &["game", "catalog", "search", "bots", "ugi", "htp"]),
    ("clock", &["game"]),
    ("protocol", &["clock", "game"]),
    ("scene", &["hexgrid", "game", "eclipse", "hex", "hexchess", "catalog"]),
    ("study", &["hexgrid", "game", "eclipse", "hex", "hexchess", "catalog", "scene", "sgf"]),
    ("live", &["game", "catalog", "clock", "protocol", "scene"]),
    ("worker-protocol", &["analysis"]),
    (
        "server",
        &["analysis", "game", "catalog", "sgf", "bots", "clock", "protocol", "scene", "study"],
    ),
    ("worker", &["analysis", "game", "catalog", "bots", "worker-protocol"]),
    (
        "web",
        &[
            "analysis",
            "hexgrid",
            "game",
            "catalog",
            "lessons",
            "clock",
            "protocol",
            "scene",
            "live",
            "study",
            "worker-protocol",
        ],
    ),
    (
        "sixfold",
        &[
            "analysis",
            "hexgrid",
            "game",
            "hex",
            "catalog",
            "vectors",
            "search",
            "hex-engine",
            "bots",
            "ugi",
            "htp",
            "arena",
            "protocol",
            "scene",
            "server",
            "sgf",
            "study",
        ],
    ),
    (
        "e2e",
        &[
            "analysis",
            "game",
            "catalog",
            "bots",
            "clock",
            "protocol",
            "scene",
            "worker-protocol",
            "server",
        ],
    ),
    ("xtask", &[]),
];

/// Rules stand on nothing but the standard library.
const WITHOUT_OUTSIDE_CRATES: &[&str] = &["hexgrid", "game", "eclipse", "hex", "hexchess"];

/// For every crate of the workspace its ordinary dependencies.
fn arrows() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata");
    let ordinary = |p: &cargo_metadata::Package| {
        let kept = p.dependencies.iter().filter(|d| d.kind == DependencyKind::Normal);
        kept.map(|d| d.name.clone()).collect()
    };
    metadata.packages.iter().map(|p| (p.name.to_string(), ordinary(p))).collect()
}

#[test]
fn every_crate_has_its_room() {
    let known: BTreeSet<&str> = ROOMS.iter().map(|(name, _)| *name).collect();
    let found = arrows();
    assert_eq!(known, found.keys().map(String::as_str).collect());
}

#[test]
fn arrows_point_down_only() {
    let ours: BTreeSet<&str> = ROOMS.iter().map(|(name, _)| *name).collect();
    let found = arrows();
    for (name, allowed) in ROOMS {
        for used in found[*name].iter().filter(|used| ours.contains(used.as_str())) {
            assert!(allowed.contains(&used.as_str()), "{name} must not use {used}");
        }
    }
}

#[test]
fn rules_stand_on_nothing_but_std() {
    let ours: BTreeSet<&str> = ROOMS.iter().map(|(name, _)| *name).collect();
    let found = arrows();
    for name in WITHOUT_OUTSIDE_CRATES {
        let outside: Vec<_> = found[*name].iter().filter(|d| !ours.contains(d.as_str())).collect();
        assert!(outside.is_empty(), "{name} must not use {outside:?}");
    }
}
