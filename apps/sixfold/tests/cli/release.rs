//! `cargo xtask release` with the binary of the tests: the files are there, their checksums hold, and the program
//! that is unpacked from the Debian package and from the archive starts.

use super::examples::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// What a program prints.
fn run(program: impl AsRef<Path>, args: &[&str], folder: &Path) -> String {
    let program = program.as_ref();
    let output = Command::new(program).args(args).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} {args:?}: {error}", program.display());
    String::from_utf8(output.stdout).unwrap()
}

fn release(work: &Path) -> PathBuf {
    let (binary, out) = (work.join("sixfold"), work.join("files"));
    // What a debugger reads is most of the tests' binary.
    let stripped = binary.to_str().unwrap();
    run("strip", &["-o", stripped, env!("CARGO_BIN_EXE_sixfold")], work);
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--locked", "--package", "xtask", "--", "release"]);
    command.args(["--binary", stripped, "--out", out.to_str().unwrap()]).current_dir(root());
    // They are of this test, not of xtask, and would make cargo build that again.
    for name in ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME"] {
        command.env_remove(name);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out
}

fn file(folder: &Path, ending: &str) -> Option<PathBuf> {
    let mut all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.find(|path| path.to_str().unwrap().ends_with(ending))
}

#[test]
fn a_release_is_packaged_and_starts() {
    let work = TempDir::new().unwrap();
    let out = release(work.path());
    run("sha256sum", &["--check", "--strict", "SHA256SUMS"], &out);
    let sums = fs::read_to_string(out.join("SHA256SUMS")).unwrap();
    let version = run(work.path().join("sixfold"), &["--version"], &out);
    let archive = file(&out, ".tar.gz").expect("an archive");
    run("tar", &["-xzf", archive.to_str().unwrap()], work.path());
    let folder = file(work.path(), "-linux").expect("a folder");
    assert_eq!(run(folder.join("sixfold"), &["--version"], &out), version);
    for name in ["LICENSE-MIT", "man1/sixfold-serve.1", "completions/_sixfold", "docs/host.md"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    let bill = fs::read_to_string(file(&out, ".cdx.json").expect("an SBOM")).unwrap();
    let bill: serde_json::Value = serde_json::from_str(&bill).unwrap();
    assert_eq!((&bill["bomFormat"], &bill["specVersion"]), (&"CycloneDX".into(), &"1.5".into()));
    assert!(bill["components"].as_array().unwrap().len() > 100);
    if Command::new("dpkg-deb").arg("--version").output().is_err() {
        eprintln!("dpkg-deb is not installed: there is no Debian package to look at");
        assert_eq!(sums.lines().count(), 2);
        return;
    }
    assert_eq!(sums.lines().count(), 3, "{sums}");
    let package = file(&out, ".deb").expect("a Debian package");
    debian_package(&package, work.path(), &version);
}

fn debian_package(package: &Path, work: &Path, version: &str) {
    let package = package.to_str().unwrap();
    let about = run("dpkg-deb", &["--info", package], work);
    for line in ["Package: sixfold", "Version: 0.", "Depends: adduser, libc6 (>= 2."] {
        assert!(about.contains(line), "{line} in {about}");
    }
    let contents = run("dpkg-deb", &["--contents", package], work);
    for path in [
        "usr/lib/systemd/system/sixfold.service",
        "usr/share/man/man1/sixfold.1.gz",
        "usr/share/bash-completion/completions/sixfold",
        "usr/share/zsh/vendor-completions/_sixfold",
        "usr/share/fish/vendor_completions.d/sixfold.fish",
        "usr/share/doc/sixfold/copyright",
        "etc/sixfold/sixfold.env",
    ] {
        let line = contents.lines().find(|line| line.ends_with(&format!(" ./{path}")));
        let line = line.unwrap_or_else(|| panic!("{path} in {contents}"));
        assert!(line.starts_with("-rw-r--r-- root/root"), "{line}");
    }
    run("dpkg-deb", &["--raw-extract", package, "tree"], work);
    let tree = work.join("tree");
    assert_eq!(run(tree.join("usr/bin/sixfold"), &["--version"], work), version);
    run("md5sum", &["--check", "--strict", "--quiet", "DEBIAN/md5sums"], &tree);
    for script in ["postinst", "prerm", "postrm"] {
        run("sh", &["-n", &format!("DEBIAN/{script}")], &tree);
    }
    let made = fs::read_to_string(tree.join("DEBIAN/postinst")).unwrap();
    assert!(made.contains("adduser --system --group"), "{made}");
    let unit = fs::read_to_string(tree.join("usr/lib/systemd/system/sixfold.service")).unwrap();
    assert!(unit.contains("\nUser=sixfold\n") && !unit.contains("DynamicUser"), "{unit}");
}
