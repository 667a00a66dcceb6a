//! `cargo xtask quick`: format, lints and unit tests of the crates that differ from the last commit.

use crate::run::{Done, cargo, output, root};
use std::path::{Path, PathBuf};

/// Checks what has changed since the last commit; nothing else is compiled for it.
pub(crate) fn quick() -> Done {
    let packages = changed_packages()?;
    eprintln!("── {}", plan(&packages));
    cargo("format", &["fmt", "--all", "--check"])?;
    if packages.is_empty() {
        return Ok(());
    }
    let selection: Vec<&str> =
        packages.iter().flat_map(|package| ["--package", package.as_str()]).collect();
    let lints =
        [&["clippy", "--locked", "--all-targets"][..], &selection, &["--", "-D", "warnings"]];
    cargo("lints", &lints.concat())?;
    cargo(
        "unit tests",
        &[&["test", "--quiet", "--locked", "--lib", "--bins"][..], &selection].concat(),
    )
}

/// What will be done, and about how long it takes.
fn plan(packages: &[String]) -> String {
    match packages {
        [] => {
            "checks the format, in a few seconds: no crate differs from the last commit".to_owned()
        }
        [one] => format!(
            "checks format, lints and unit tests of {one}: about a minute, more the first time"
        ),
        many => format!(
            "checks format, lints and unit tests of {} crates ({}): one to three minutes, more the first time",
            many.len(),
            many.join(", ")
        ),
    }
}

/// The packages with a changed or new file.
fn changed_packages() -> Result<Vec<String>, String> {
    let files = changed_files()?;
    let metadata = cargo_metadata::MetadataCommand::new().current_dir(root()).no_deps().exec();
    let metadata = metadata.map_err(|e| format!("cargo metadata: {e}"))?;
    let packages = metadata.workspace_packages().into_iter().filter_map(|package| {
        let folder = package.manifest_path.parent()?.as_std_path().to_owned();
        Some((package.name.to_string(), folder))
    });
    Ok(owners(&packages.collect::<Vec<_>>(), &files))
}

/// Files that differ from the last commit, and files that git does not know yet.
fn changed_files() -> Result<Vec<PathBuf>, String> {
    let changed = output("git", &["diff", "--name-only", "HEAD"])?;
    let new = output("git", &["ls-files", "--others", "--exclude-standard"])?;
    Ok(changed.lines().chain(new.lines()).map(|line| root().join(line)).collect())
}

/// The packages whose folders hold one of the files.
fn owners(packages: &[(String, PathBuf)], files: &[PathBuf]) -> Vec<String> {
    let holds = |folder: &Path| files.iter().any(|file| file.starts_with(folder));
    packages.iter().filter(|(_, folder)| holds(folder)).map(|(name, _)| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_names_the_crates_and_a_time() {
        assert!(plan(&[]).contains("no crate"));
        assert!(plan(&["hex".to_owned()]).contains("of hex: about a minute"));
        let two = plan(&["hex".to_owned(), "web".to_owned()]);
        assert!(two.contains("2 crates (hex, web)") && two.contains("minutes"), "{two}");
    }

    #[test]
    fn a_file_belongs_to_the_package_of_its_folder() {
        let package = |name: &str, folder: &str| (name.to_owned(), PathBuf::from(folder));
        let packages =
            [package("hex", "/p/crates/games/hex"), package("hexgrid", "/p/crates/hexgrid")];
        let file = |path: &str| vec![PathBuf::from(path)];
        assert_eq!(owners(&packages, &file("/p/crates/games/hex/src/lib.rs")), ["hex"]);
        assert_eq!(owners(&packages, &file("/p/README.md")), [""; 0]);
    }
}
