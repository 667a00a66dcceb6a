//! Holds the dependencies of ARCHITECTURE.md: which crate may depend on which, among our own crates and
//! outside, for programs and for tests. The list is `dependencies.txt`.

use cargo_metadata::{DependencyKind, MetadataCommand};
use std::collections::{BTreeMap, BTreeSet};

/// Names of crates.
type Names = BTreeSet<String>;

/// What one crate uses.
#[derive(Debug, Default, PartialEq, Eq)]
struct Uses {
    ours: Names,
    outside: Names,
    tests: Names,
}

/// Rules use nothing but the standard library; so do the games.
const RULES: [&str; 4] = ["hexgrid", "game", "placement", "depict"];

/// Groups of crates that are written `@games` in the list, by their folder: a new one needs no entry.
const GROUPS: [(&str, &str); 2] = [("@games", "crates/games"), ("@engines", "crates/engines")];

/// The list: crates in order, each with what it may use.
fn permitted() -> Vec<(String, Uses)> {
    let listed = parse(include_str!("dependencies.txt"));
    listed.into_iter().flat_map(|(name, uses)| expanded(name, uses)).collect()
}

/// A group as its crates, each with what it uses of what the group may; groups among what a crate may use as
/// their crates.
fn expanded(name: String, mut uses: Uses) -> Vec<(String, Uses)> {
    for (group, _) in GROUPS {
        if uses.ours.remove(group) {
            uses.ours.extend(members(group));
        }
    }
    let Some((group, _)) = GROUPS.into_iter().find(|(group, _)| *group == name) else {
        return vec![(name, uses)];
    };
    let all = used();
    let of = |permitted: &Names, used: &Names| permitted.intersection(used).cloned().collect();
    let crates = members(group).into_iter().map(|member| {
        let used = &all[&member];
        let own = Uses {
            ours: of(&uses.ours, &used.ours),
            outside: of(&uses.outside, &used.outside),
            tests: of(&uses.tests, &used.tests),
        };
        (member, own)
    });
    crates.collect()
}

/// The crates of a group.
fn members(group: &str) -> Vec<String> {
    let folder = GROUPS.into_iter().find(|(name, _)| *name == group).expect("a group").1;
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata");
    let within =
        |p: &&cargo_metadata::Package| p.manifest_path.as_str().contains(&format!("/{folder}/"));
    metadata.packages.iter().filter(within).map(|package| package.name.to_string()).collect()
}

fn parse(list: &str) -> Vec<(String, Uses)> {
    let mut crates: Vec<(String, Uses)> = Vec::new();
    let mut section = String::new();
    for line in list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if !line.starts_with(' ') {
            crates.push((line.to_owned(), Uses::default()));
            continue;
        }
        let (_, uses) = crates.last_mut().expect("a crate before what it uses");
        for word in line.split_whitespace() {
            if let Some(name) = word.strip_suffix(':') {
                name.clone_into(&mut section);
                continue;
            }
            let names = match section.as_str() {
                "ours" => &mut uses.ours,
                "outside" => &mut uses.outside,
                "tests" => &mut uses.tests,
                other => panic!("dependencies.txt: no section is called “{other}”"),
            };
            names.insert(word.to_owned());
        }
    }
    crates
}

/// What the manifests say.
fn used() -> BTreeMap<String, Uses> {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata");
    let uses = |package: &cargo_metadata::Package| {
        let mut uses = Uses::default();
        for dependency in &package.dependencies {
            let names = match dependency.kind {
                DependencyKind::Development => &mut uses.tests,
                _ if dependency.path.is_some() => &mut uses.ours,
                _ => &mut uses.outside,
            };
            names.insert(dependency.name.clone());
        }
        uses
    };
    metadata.packages.iter().map(|p| (p.name.to_string(), uses(p))).collect()
}

#[test]
fn every_crate_is_listed_once() {
    let listed: Vec<String> = permitted().into_iter().map(|(name, _)| name).collect();
    let names: Names = listed.iter().cloned().collect();
    assert_eq!(names.len(), listed.len(), "a crate is listed twice");
    assert_eq!(names, used().into_keys().collect());
}

#[test]
fn crates_use_only_crates_above_them_in_the_list() {
    let mut above = Names::new();
    for (name, uses) in permitted() {
        let below: Vec<_> = uses.ours.difference(&above).collect();
        assert!(below.is_empty(), "{name} uses {below:?}, which do not stand above it");
        above.insert(name);
    }
}

/// Neither an unlisted dependency nor an unused permission.
#[test]
fn manifests_and_list_agree() {
    let used = used();
    for (name, permitted) in permitted() {
        assert_eq!(used[&name], permitted, "{name}: manifest left, dependencies.txt right");
    }
}

#[test]
fn rules_use_nothing_but_std() {
    for (name, uses) in permitted() {
        let is_rules = RULES.contains(&name.as_str()) || members("@games").contains(&name);
        assert!(!is_rules || uses.outside.is_empty(), "{name} must not use {:?}", uses.outside);
    }
}

#[test]
fn the_list_is_read() {
    let list =
        "# why\n\na\nb\n    ours: a\n    outside: serde\n        tokio\n    tests: a proptest\n";
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Names>();
    let b = Uses {
        ours: names(&["a"]),
        outside: names(&["serde", "tokio"]),
        tests: names(&["a", "proptest"]),
    };
    assert_eq!(parse(list), [("a".to_owned(), Uses::default()), ("b".to_owned(), b)]);
}
