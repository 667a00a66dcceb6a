//! The files of an SQLite database: made for their owner alone, and found again only where they were.

use super::StoreError;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// What the database's file is called.
pub(super) const FILE: &str = "sixfold.db";

/// Makes the folder and the file if they are not there, for their owner alone; gives the file's URL.
///
/// The URL does not make a file: if the file is gone later, because its disk is, a new connection
/// fails instead of beginning an empty database in its place.
pub(super) fn prepare(folder: &Path) -> Result<String, StoreError> {
    let error = |error: io::Error| StoreError::folder(folder, &error);
    let file = folder.join(FILE);
    make_folder(folder).map_err(error)?;
    make_file(&file).map_err(error)?;
    if holds_nothing_else(folder).map_err(error)? {
        restrict(folder, 0o700);
    }
    for name in [FILE, "sixfold.db-wal", "sixfold.db-shm"] {
        restrict(&folder.join(name), 0o600);
    }
    let file = file.to_str().ok_or_else(|| StoreError::unnameable(folder))?;
    let encoded = file.replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    Ok(format!("sqlite://{encoded}?mode=rw"))
}

/// The file whose lock a server holds; the folder is made if it is not there.
pub(super) fn open_lock(folder: &Path) -> io::Result<fs::File> {
    make_folder(folder)?;
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.create(true).append(true).open(folder.join(format!("{FILE}-lock")))
}

/// Whether a folder is the database's alone; one that is not is somebody else's to restrict.
fn holds_nothing_else(folder: &Path) -> io::Result<bool> {
    let ours = |entry: fs::DirEntry| entry.file_name().to_string_lossy().starts_with(FILE);
    Ok(fs::read_dir(folder)?.all(|entry| entry.is_ok_and(ours)))
}

#[cfg(unix)]
fn make_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// SQLite gives its log and its index of it the rights of the file.
fn make_file(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.create(true).append(true).open(file).map(drop)
}

/// Takes rights that others have from what an earlier version or somebody else has made.
#[cfg(unix)]
fn restrict(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(metadata) = fs::metadata(path) else { return };
    if metadata.permissions().mode() & 0o777 & !mode == 0 {
        return;
    }
    if let Err(error) = fs::set_permissions(path, fs::Permissions::from_mode(mode)) {
        let path = path.display();
        tracing::warn!(%path, %error, "others may read the database; restrict its rights yourself");
    }
}

#[cfg(not(unix))]
fn restrict(_: &Path, _: u32) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_made_is_the_owners_alone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("new");
        prepare(&folder).unwrap();
        assert_eq!((mode(&folder), mode(&folder.join(FILE))), (0o700, 0o600));
    }

    #[test]
    fn what_an_earlier_version_made_is_restricted() {
        let folder = tempfile::tempdir().unwrap();
        let files = [FILE, "sixfold.db-wal", "sixfold.db-shm"].map(|name| folder.path().join(name));
        for file in &files {
            fs::write(file, "").unwrap();
            fs::set_permissions(file, fs::Permissions::from_mode(0o644)).unwrap();
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        prepare(folder.path()).unwrap();
        assert_eq!(mode(folder.path()), 0o700);
        assert!(files.iter().all(|file| mode(file) == 0o600));
    }

    #[test]
    fn a_folder_with_other_things_in_it_keeps_its_rights() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("other"), "").unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        prepare(folder.path()).unwrap();
        assert_eq!((mode(folder.path()), mode(&folder.path().join(FILE))), (0o755, 0o600));
    }
}
