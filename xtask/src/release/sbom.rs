//! The bill of materials (SBOM) of the binary, in `CycloneDX` 1.5: every crate that is linked into it, with version,
//! licence, checksum and what it depends on. Read from `cargo metadata` and `Cargo.lock`.

use crate::run::root;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Node, Package, PackageId};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The document. Its time is that of the commit, in seconds since 1970.
pub(super) fn text(time: &str) -> Result<String, String> {
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let metadata = MetadataCommand::new()
        .current_dir(root())
        .other_options(["--locked".to_owned(), "--filter-platform".to_owned(), target])
        .exec()
        .map_err(|e| format!("cargo metadata: {e}"))?;
    let lock = root().join("Cargo.lock");
    let lock = std::fs::read_to_string(&lock).map_err(|e| format!("{}: {e}", lock.display()))?;
    let document = document(&metadata, &checksums(&lock), time)?;
    serde_json::to_string_pretty(&document).map(|text| text + "\n").map_err(|e| e.to_string())
}

fn document(
    metadata: &Metadata,
    checksums: &BTreeMap<(String, String), String>,
    time: &str,
) -> Result<Value, String> {
    let resolve = metadata.resolve.as_ref().ok_or("cargo metadata resolves nothing")?;
    let nodes: HashMap<&PackageId, &Node> = resolve.nodes.iter().map(|n| (&n.id, n)).collect();
    let packages: HashMap<&PackageId, &Package> =
        metadata.packages.iter().map(|package| (&package.id, package)).collect();
    let binary = metadata.packages.iter().find(|package| package.name.as_str() == "sixfold");
    let binary = binary.ok_or("there is no package sixfold")?;
    let linked = linked(&binary.id, &nodes);
    let mut parts: Vec<&Package> =
        linked.iter().filter_map(|id| packages.get(id).copied()).collect();
    parts.sort_by_key(|package| (package.name.to_string(), package.version.clone()));
    let components = parts.iter().filter(|part| part.id != binary.id);
    let components: Vec<Value> = components.map(|part| component(part, checksums)).collect();
    let dependencies = parts.iter().map(|part| {
        let uses = nodes.get(&part.id).into_iter().flat_map(|node| links(node));
        let uses: BTreeSet<String> =
            uses.filter_map(|id| packages.get(id)).map(|package| reference(package)).collect();
        json!({ "ref": reference(part), "dependsOn": uses })
    });
    let mut root = component(binary, checksums);
    root["type"] = "application".into();
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "timestamp": timestamp(time), "component": root },
        "components": components,
        "dependencies": dependencies.collect::<Vec<_>>(),
    }))
}

/// The packages that a package links, itself included: not those of tests and of build scripts.
fn linked<'a>(
    from: &'a PackageId,
    nodes: &HashMap<&'a PackageId, &'a Node>,
) -> BTreeSet<&'a PackageId> {
    let (mut found, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(id) = open.pop() {
        let links = nodes.get(id).into_iter().flat_map(|node| links(node));
        let new: Vec<&PackageId> = links.filter(|id| !found.contains(id)).collect();
        found.extend(&new);
        open.extend(new);
    }
    found
}

fn links(node: &Node) -> impl Iterator<Item = &PackageId> {
    let normal = node.deps.iter().filter(|dependency| {
        dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal)
    });
    normal.map(|dependency| &dependency.pkg)
}

/// A package as a package URL.
fn reference(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version)
}

fn component(package: &Package, checksums: &BTreeMap<(String, String), String>) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": reference(package),
        "name": package.name,
        "version": package.version,
        "purl": reference(package),
    });
    if let Some(licence) = &package.license {
        // Old crates write a slash for OR.
        component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
    }
    let key = (package.name.to_string(), package.version.to_string());
    if let Some(checksum) = checksums.get(&key) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

/// The checksums of `Cargo.lock` by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let field = |part: &str, name: &str| {
        let start = format!("{name} = \"");
        let line = part.lines().find_map(|line| line.strip_prefix(&start))?;
        line.strip_suffix('"').map(str::to_owned)
    };
    let packages = lock.split("[[package]]").skip(1);
    let read = |part: &str| {
        Some(((field(part, "name")?, field(part, "version")?), field(part, "checksum")?))
    };
    packages.filter_map(read).collect()
}

/// Seconds since 1970 as RFC 3339, in UTC.
fn timestamp(seconds: &str) -> String {
    let seconds: u64 = seconds.parse().unwrap_or(0);
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Civil from days (Hinnant 2013), for days after 1970.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates() {
        assert_eq!(timestamp("0"), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp("951782399"), "2000-02-28T23:59:59Z");
        assert_eq!(timestamp("951782400"), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp("1767225600"), "2026-01-01T00:00:00Z");
    }

    #[test]
    fn the_bill_lists_what_is_linked_and_nothing_of_the_tests() {
        let bill: Value = serde_json::from_str(&text("1767225600").unwrap()).unwrap();
        let components = bill["components"].as_array().unwrap();
        let names: BTreeSet<&str> =
            components.iter().map(|one| one["name"].as_str().unwrap()).collect();
        for linked in ["axum", "server", "sqlx-core", "tokio"] {
            assert!(names.contains(linked), "{linked}");
        }
        for other in ["fantoccini", "proptest", "web", "leptos", "xtask"] {
            assert!(!names.contains(other), "{other}");
        }
        let references: BTreeSet<&str> = components
            .iter()
            .chain([&bill["metadata"]["component"]])
            .map(|one| one["bom-ref"].as_str().unwrap())
            .collect();
        assert_eq!(references.len(), components.len() + 1, "each once");
        for dependency in bill["dependencies"].as_array().unwrap() {
            for used in dependency["dependsOn"].as_array().unwrap() {
                assert!(references.contains(used.as_str().unwrap()), "{used}");
            }
        }
        let outside = components.iter().filter(|one| one["hashes"].is_array());
        assert!(
            outside.clone().count() > 100 && outside.clone().all(|one| one["licenses"].is_array())
        );
    }
}
