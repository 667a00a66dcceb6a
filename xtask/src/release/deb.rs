//! The Debian package, by `dpkg-deb`: the binary, the systemd unit, manual pages, completions, licences, and
//! maintainer scripts that make the user `sixfold`.
//!
//! The service is neither enabled nor started by the installation, because it needs an address first
//! (`docs/host.md`); an upgrade restarts it if it runs. Removing the package leaves its data.

use super::Release;
use super::staging::{Extras, copy, program, sorted, write, write_as};
use crate::run::{Done, root, works};
use flate2::{Compression, GzBuilder};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the package; nothing where there is no `dpkg-deb`.
pub(super) fn build(
    release: &Release,
    binary: &Path,
    extras: &Extras,
) -> Result<Option<String>, String> {
    if !works("dpkg-deb", &["--version"]) {
        eprintln!("   there is no dpkg-deb here: no Debian package is made");
        return Ok(None);
    }
    let tree = release.out.join("deb");
    files(&tree, binary, extras)?;
    scripts(&tree)?;
    write(&tree.join("DEBIAN/control"), control(release, binary, &tree)?.as_bytes())?;
    write(&tree.join("DEBIAN/conffiles"), b"/etc/sixfold/sixfold.env\n")?;
    checksums(&tree)?;
    let name = format!("sixfold_{}_{}.deb", release.version, release.architecture);
    let (from, to) = (tree.display().to_string(), release.out.join(&name).display().to_string());
    program(
        "dpkg-deb",
        &["--root-owner-group", "-Zxz", "-z3", "--build", &from, &to],
        &release.time,
    )?;
    fs::remove_dir_all(&tree).map_err(|e| e.to_string())?;
    Ok(Some(name))
}

/// The installed files.
fn files(tree: &Path, binary: &Path, extras: &Extras) -> Done {
    copy(binary, &tree.join("usr/bin/sixfold"), 0o755)?;
    write(&tree.join("usr/lib/systemd/system/sixfold.service"), unit()?.as_bytes())?;
    write(&tree.join("etc/sixfold/sixfold.env"), SETTINGS.as_bytes())?;
    let documents = tree.join("usr/share/doc/sixfold");
    write(&documents.join("copyright"), copyright()?.as_bytes())?;
    write(&documents.join("changelog.gz"), &packed(&read("CHANGELOG.md")?)?)?;
    for document in ["host.md", "admin.md"] {
        copy(&root().join("docs").join(document), &documents.join(document), 0o644)?;
    }
    for (name, path) in extras.files() {
        let content = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        match installed(name) {
            (place, true) => write(&tree.join(format!("{place}.gz")), &packed(&content)?)?,
            (place, false) => write(&tree.join(place), &content)?,
        }
    }
    Ok(())
}

/// Where a manual page or a completion belongs, and whether it is packed.
fn installed(name: &str) -> (String, bool) {
    match name {
        "completions/sixfold.bash" => {
            ("usr/share/bash-completion/completions/sixfold".to_owned(), false)
        }
        "completions/_sixfold" => ("usr/share/zsh/vendor-completions/_sixfold".to_owned(), false),
        "completions/sixfold.fish" => {
            ("usr/share/fish/vendor_completions.d/sixfold.fish".to_owned(), false)
        }
        page => (format!("usr/share/man/{page}"), true),
    }
}

/// The unit with the user that the package makes, so that `sixfold admin` can be run as that user.
fn unit() -> Result<String, String> {
    let unit = String::from_utf8(read("deploy/sixfold.service")?).map_err(|e| e.to_string())?;
    let dynamic = "DynamicUser=yes\n";
    if !unit.contains(dynamic) {
        return Err("deploy/sixfold.service has no DynamicUser=yes to replace".to_owned());
    }
    Ok(unit
        .replace(dynamic, "User=sixfold\nGroup=sixfold\n")
        .replace(", for /etc/systemd/system/", ""))
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    fs::read(root().join(path)).map_err(|e| format!("{path}: {e}"))
}

/// Compressed by gzip, without a time.
fn packed(content: &[u8]) -> Result<Vec<u8>, String> {
    let mut packer = GzBuilder::new().write(Vec::new(), Compression::best());
    packer.write_all(content).and_then(|()| packer.finish()).map_err(|e| e.to_string())
}

fn scripts(tree: &Path) -> Done {
    let scripts = [("postinst", POSTINST), ("prerm", PRERM), ("postrm", POSTRM)];
    scripts.iter().try_for_each(|(name, text)| {
        write_as(&tree.join("DEBIAN").join(name), text.as_bytes(), 0o755)
    })
}

fn control(release: &Release, binary: &Path, tree: &Path) -> Result<String, String> {
    let content = fs::read(binary).map_err(|e| format!("{}: {e}", binary.display()))?;
    let kilobytes = paths(tree)?
        .iter()
        .filter_map(|path| Some(fs::metadata(path).ok()?.len().div_ceil(1024)))
        .sum::<u64>();
    Ok(format!(
        "Package: sixfold\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: The Sixfold authors <sixfold@localhost>\n\
         Installed-Size: {kilobytes}\n\
         Depends: {depends}\n\
         Recommends: ca-certificates\n\
         Section: games\n\
         Priority: optional\n\
         Description: hexagonal strategy games: server, engines and terminal tools\n \
         Games on hexagonal boards in a browser and in a terminal: play, learn and\n \
         analyse, alone or with others. The package has a systemd unit for a\n \
         server on SQLite, which is started when its address is known; see\n \
         /usr/share/doc/sixfold/host.md.\n",
        version = release.version,
        architecture = release.architecture,
        depends = depends(&content),
    ))
}

/// The libraries that the program is linked to, and what the maintainer scripts need.
fn depends(binary: &[u8]) -> String {
    let mut depends = "adduser".to_owned();
    if let Some((major, minor)) = glibc(binary) {
        // Writing to a string cannot fail.
        let _ = write!(depends, ", libc6 (>= {major}.{minor})");
    }
    if contains(binary, b"libgcc_s.so.1") {
        depends.push_str(", libgcc-s1");
    }
    depends
}

/// The newest version of the C library of which the program uses a symbol.
fn glibc(binary: &[u8]) -> Option<(u32, u32)> {
    const MARK: &[u8] = b"GLIBC_";
    let starts = binary.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    let version = |at: usize| {
        let text: Vec<u8> =
            binary[at + MARK.len()..].iter().copied().take_while(u8::is_ascii_graphic).collect();
        let text = String::from_utf8(text).ok()?;
        let mut parts = text.split('.');
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    };
    starts.filter_map(|(at, _)| version(at)).max()
}

fn contains(binary: &[u8], text: &[u8]) -> bool {
    binary.windows(text.len()).any(|window| window == text)
}

/// All files below a folder, by name.
fn paths(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in sorted(folder)? {
        if path.is_dir() { found.extend(paths(&path)?) } else { found.push(path) }
    }
    Ok(found)
}

/// The checksums by which `dpkg --verify` finds changed files.
fn checksums(tree: &Path) -> Done {
    let installed = paths(tree)?;
    let installed = installed.iter().filter_map(|path| path.strip_prefix(tree).ok());
    let installed =
        installed.filter(|path| !path.starts_with("DEBIAN") && !path.starts_with("etc"));
    let sums = Command::new("md5sum").args(installed).current_dir(tree).output();
    let sums = sums.map_err(|e| format!("md5sum: {e}"))?;
    write(&tree.join("DEBIAN/md5sums"), &sums.stdout)
}

/// In the format of Debian's copyright files.
fn copyright() -> Result<String, String> {
    let mit = String::from_utf8(read("LICENSE-MIT")?).map_err(|e| e.to_string())?;
    let indented = mit.lines().fold(String::new(), |mut text, line| {
        let line = if line.is_empty() { "." } else { line };
        // Writing to a string cannot fail.
        let _ = writeln!(text, " {line}");
        text
    });
    let holder = mit.lines().find_map(|line| line.strip_prefix("Copyright ")).unwrap_or("Sixfold");
    Ok(format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\
         Upstream-Name: Sixfold\n\n\
         Files: *\n\
         Copyright: {holder}\n\
         License: Expat or Apache-2.0\n\
         Comment: Licences of the Rust crates that are linked in are in the SBOM of the release.\n\n\
         License: Expat\n{indented}\n\
         License: Apache-2.0\n \
         On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.\n"
    ))
}

const SETTINGS: &str = "\
# Settings of the service, as environment variables; `sixfold serve --help` has all of them.
# The address that people open, and how many proxies (Caddy, nginx) stand before the server:
#SIXFOLD_PUBLIC_URL=https://play.example
#SIXFOLD_TRUSTED_PROXIES=1
";

const POSTINST: &str = r#"#!/bin/sh
set -e
if [ "$1" = configure ]; then
    if ! getent passwd sixfold >/dev/null; then
        adduser --system --group --quiet --home /var/lib/sixfold --no-create-home sixfold
    fi
    if [ -d /run/systemd/system ]; then
        systemctl daemon-reload
        # An upgrade: the version before is named.
        if [ -n "$2" ]; then
            systemctl try-restart sixfold.service
        fi
    fi
fi
"#;

const PRERM: &str = r#"#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
    systemctl disable --now --quiet sixfold.service
fi
"#;

/// The games in `/var/lib/sixfold` and the user who owns them stay.
const POSTRM: &str = r#"#!/bin/sh
set -e
if [ "$1" = purge ]; then
    rmdir --ignore-fail-on-non-empty /etc/sixfold 2>/dev/null || true
fi
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
fi
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_symbol_of_the_c_library_counts() {
        let binary = b"\0GLIBC_2.9\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE\0libgcc_s.so.1\0";
        assert_eq!(glibc(binary), Some((2, 34)));
        assert_eq!(depends(binary), "adduser, libc6 (>= 2.34), libgcc-s1");
        assert_eq!(depends(b"static"), "adduser");
    }

    #[test]
    fn the_unit_runs_as_the_user_of_the_package() {
        let unit = unit().unwrap();
        assert!(unit.contains("\nUser=sixfold\nGroup=sixfold\n") && !unit.contains("DynamicUser"));
        assert!(copyright().unwrap().contains("License: Expat or Apache-2.0"));
    }
}
