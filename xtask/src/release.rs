//! `cargo xtask release`: the files of a release, in `target/release-files`.
//!
//! ```text
//! sixfold-VERSION-ARCH-linux.tar.gz   the binary, manual pages, completions, unit, licences
//! sixfold_VERSION_ARCH.deb            the same as a Debian package
//! sixfold-VERSION.cdx.json            the SBOM
//! completions/, man1/
//! SHA256SUMS                          of the archive, the package and the SBOM
//! ```
//! The same commit gives the same files: times in archives are that of the commit.

mod deb;
mod sbom;
mod staging;

use crate::dist::Finish;
use crate::run::{Done, cargo, output, root, target_folder};
use crate::{dist, setup};
use staging::{Extras, copy, program, write};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What `release --help` prints.
pub(crate) const HELP: &str = "\
Builds the files of a release: an archive and a Debian package with the binary, manual pages and
completions, a CycloneDX SBOM, and SHA-256 checksums.

Usage: cargo xtask release [--binary FILE] [--out DIR]

Options:
  --binary FILE   Package this program instead of building one: seconds instead of minutes
  --out DIR       Where the files are written (target/release-files); it is emptied first

Building the browser app and the binary with link-time optimisation takes about 15 minutes on two
cores, packaging half a minute. The Debian package needs dpkg-deb, and is left out without it.

Examples:
  cargo xtask release
  cargo xtask release --binary target/release/sixfold --out /tmp/release
  sha256sum --check SHA256SUMS
";

/// What to package, and where to.
#[derive(Debug, PartialEq, Eq)]
struct ReleaseArgs {
    binary: Option<PathBuf>,
    out: PathBuf,
}

/// What everything in a release is called.
struct Release {
    version: &'static str,
    /// As Debian calls it, such as `amd64`.
    architecture: String,
    /// When the commit was made, in seconds since 1970.
    time: String,
    out: PathBuf,
}

/// Makes the files.
pub(crate) fn release(args: &[&str]) -> Done {
    let request = parse(args)?;
    let binary = match request.binary {
        Some(binary) => binary,
        None => build()?,
    };
    let release = Release {
        version: env!("CARGO_PKG_VERSION"),
        architecture: architecture(),
        time: commit_time(),
        out: request.out,
    };
    release.package(&binary)
}

fn parse(args: &[&str]) -> Result<ReleaseArgs, String> {
    let mut request = ReleaseArgs { binary: None, out: root().join("target/release-files") };
    let mut rest = args.iter();
    while let Some(flag) = rest.next() {
        let value = rest.next().map(PathBuf::from);
        let value = value.ok_or_else(|| format!("{flag} needs a value; see --help"))?;
        match *flag {
            "--binary" => request.binary = Some(value),
            "--out" => request.out = value,
            other => return Err(format!("release has no option {other}; see --help")),
        }
    }
    Ok(request)
}

/// The binary as it is shipped.
fn build() -> Result<PathBuf, String> {
    setup::browser_app()?;
    dist::build(Finish::Full)?;
    cargo("the binary", &["build", "--locked", "--release", "--package", "sixfold"])?;
    Ok(target_folder()?.join("release/sixfold"))
}

fn architecture() -> String {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
    .to_owned()
}

/// Without git, as in an unpacked archive, the beginning of 2026.
fn commit_time() -> String {
    let time = output("git", &["log", "-1", "--format=%ct"]).unwrap_or_default();
    let time = time.trim();
    let is_number = !time.is_empty() && time.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { time.to_owned() } else { "1767225600".to_owned() }
}

impl Release {
    fn package(&self, binary: &Path) -> Done {
        let _ = fs::remove_dir_all(&self.out);
        fs::create_dir_all(&self.out).map_err(|e| format!("{}: {e}", self.out.display()))?;
        let extras = Extras::of(binary, &self.out)?;
        let bill = format!("sixfold-{}.cdx.json", self.version);
        write(&self.out.join(&bill), sbom::text(&self.time)?.as_bytes())?;
        let mut files = vec![self.archive(binary, &extras)?, bill];
        files.extend(deb::build(self, binary, &extras)?);
        self.checksums(&files)?;
        for file in files {
            let size = fs::metadata(self.out.join(&file)).map_err(|e| e.to_string())?.len();
            eprintln!("   {file}: {} kB", size / 1000);
        }
        eprintln!("── release: {}", self.out.display());
        Ok(())
    }

    /// Everything in one folder, packed.
    fn archive(&self, binary: &Path, extras: &Extras) -> Result<String, String> {
        let name = format!("sixfold-{}-{}-linux", self.version, std::env::consts::ARCH);
        let work = self.out.join("work");
        let folder = work.join(&name);
        copy(binary, &folder.join("sixfold"), 0o755)?;
        for file in ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "README.md"] {
            copy(&root().join(file), &folder.join(file), 0o644)?;
        }
        for file in ["docs/host.md", "docs/admin.md", "deploy/sixfold.service"] {
            copy(&root().join(file), &folder.join(file), 0o644)?;
        }
        for (file, from) in extras.files() {
            copy(from, &folder.join(file), 0o644)?;
        }
        let archive = format!("{name}.tar.gz");
        let (mtime, work_path) = (format!("--mtime=@{}", self.time), work.display().to_string());
        let into = self.out.join(&archive).display().to_string();
        let owner = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", &mtime];
        // Without -n gzip writes the time of day into its header.
        let gzip = ["--use-compress-program=gzip -9n", "-cf", &into, "-C", &work_path, &name];
        program("tar", &[&owner[..], &gzip].concat(), &self.time)?;
        fs::remove_dir_all(&work).map_err(|e| e.to_string())?;
        Ok(archive)
    }

    fn checksums(&self, files: &[String]) -> Done {
        let sums = Command::new("sha256sum").args(files).current_dir(&self.out).output();
        let sums = sums.map_err(|e| format!("sha256sum: {e}"))?;
        if !sums.status.success() {
            return Err(format!("sha256sum: {}", String::from_utf8_lossy(&sums.stderr)));
        }
        write(&self.out.join("SHA256SUMS"), &sums.stdout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read() {
        let request = parse(&["--binary", "a/sixfold", "--out", "b"]).unwrap();
        assert_eq!(request, ReleaseArgs { binary: Some("a/sixfold".into()), out: "b".into() });
        assert!(parse(&[]).unwrap().out.ends_with("target/release-files"));
        assert!(parse(&["--binary"]).unwrap_err().contains("needs a value"));
        assert!(parse(&["--fast", "1"]).unwrap_err().contains("no option --fast"));
    }
}
