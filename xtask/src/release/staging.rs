//! What archive and package have in common: manual pages and completions as the binary itself writes them,
//! and files with their rights.

use crate::run::Done;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The shells, and what their files are called.
const COMPLETIONS: [(&str, &str); 3] =
    [("bash", "sixfold.bash"), ("zsh", "_sixfold"), ("fish", "sixfold.fish")];

/// Manual pages and completions.
pub(super) struct Extras {
    /// Where each is, by its name in the archive.
    files: Vec<(String, PathBuf)>,
}

impl Extras {
    /// Lets the binary write them into a folder.
    pub(super) fn of(binary: &Path, out: &Path) -> Result<Self, String> {
        let mut files = Vec::new();
        for (shell, name) in COMPLETIONS {
            let text = output_of(binary, &["completions", shell])?;
            let path = out.join("completions").join(name);
            write(&path, &text)?;
            files.push((format!("completions/{name}"), path));
        }
        let pages = out.join("man1");
        output_of(binary, &["man", "--out", &pages.display().to_string()])?;
        for page in sorted(&pages)? {
            let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((format!("man1/{name}"), page));
        }
        Ok(Self { files })
    }

    /// Each file, and its name in the archive.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.files.iter().map(|(name, path)| (name.as_str(), path.as_path()))
    }
}

/// What a program writes when it is started with these words.
fn output_of(binary: &Path, args: &[&str]) -> Result<Vec<u8>, String> {
    let output = Command::new(binary).args(args).output();
    let output = output.map_err(|e| format!("{} cannot be started: {e}", binary.display()))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let error = String::from_utf8_lossy(&output.stderr);
    Err(format!("{} {}: {error}", binary.display(), args.join(" ")))
}

/// The files of a folder by name.
pub(super) fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

/// Writes a world-readable file, and the folders above it.
pub(super) fn write(path: &Path, content: &[u8]) -> Done {
    write_as(path, content, 0o644)
}

/// Writes a file with these rights, and the folders above it.
pub(super) fn write_as(path: &Path, content: &[u8], rights: u32) -> Done {
    let written = || -> std::io::Result<()> {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        fs::write(path, content)?;
        fs::set_permissions(path, fs::Permissions::from_mode(rights))
    };
    written().map_err(|e| format!("{}: {e}", path.display()))
}

/// Copies a file, with these rights.
pub(super) fn copy(from: &Path, to: &Path, rights: u32) -> Done {
    let content = fs::read(from).map_err(|e| format!("{}: {e}", from.display()))?;
    write_as(to, &content, rights)
}

/// Runs a program whose output has no other time in it than this one.
pub(super) fn program(name: &str, args: &[&str], time: &str) -> Done {
    let output = Command::new(name).args(args).env("SOURCE_DATE_EPOCH", time).output();
    let output = output.map_err(|e| format!("{name} cannot be started: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)))
}
