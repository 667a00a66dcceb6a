//! A small file system of the test's own, which can be filled, freed and made read-only.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A mounted tmpfs, unmounted when it is dropped.
pub(crate) struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    pub(crate) fn mount(megabytes: usize) -> Self {
        let folder = TempDir::new().unwrap();
        let size = format!("size={megabytes}m");
        run("mount", &["-t", "tmpfs", "-o", &size, "tmpfs", &text(folder.path())]);
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Takes all the room there is.
    pub(crate) fn fill(&self) {
        let mut file = File::create(self.path().join("ballast")).unwrap();
        for block in [1 << 20, 1 << 12, 1] {
            while file.write_all(&vec![0; block]).is_ok() {}
        }
    }

    /// Gives the room back.
    pub(crate) fn free(&self) {
        std::fs::remove_file(self.path().join("ballast")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: what a failed test has left open goes with it.
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

/// A folder that nothing can be written to by whoever opens it while this lives.
///
/// A file system with files open for writing cannot be remounted read-only, but the path to it can:
/// whoever has its files open goes on writing, whoever opens them anew cannot.
pub(crate) struct ReadOnly<'a> {
    folder: &'a Path,
    /// Where it was made read-only, before anybody could open something by that path.
    aside: TempDir,
}

impl<'a> ReadOnly<'a> {
    pub(crate) fn remount(folder: &'a Path) -> Self {
        let aside = TempDir::new().unwrap();
        let read_only = Self { folder, aside };
        let (folder, aside) = (text(folder), text(read_only.aside.path()));
        run("mount", &["--bind", &folder, &aside]);
        run("mount", &["-o", "remount,bind,ro", &aside]);
        run("mount", &["--bind", &aside, &folder]);
        read_only
    }
}

impl Drop for ReadOnly<'_> {
    fn drop(&mut self) {
        for path in [self.folder, self.aside.path()] {
            let _ = Command::new("umount").arg("-l").arg(path).status();
        }
    }
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

fn run(program: &str, args: &[&str]) {
    let done = Command::new(program).args(args).status();
    let what = "this test mounts file systems: run it as root, or under \
        `unshare --user --map-root-user --mount`";
    assert!(done.is_ok_and(|status| status.success()), "{program} {args:?} failed; {what}");
}
