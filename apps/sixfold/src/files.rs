//! Files that commands read and write. `-` is standard input or standard output everywhere.

use crate::failure::{Done, Failure};
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

/// More than any record or vectors file needs; beyond it something is wrong.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Whether a path stands for standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What to call a file in messages.
pub(crate) fn input_name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// A file's text, if it is text and of a sane size.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let name = input_name(path);
    let bytes = if is_standard(path) {
        read_bytes(io::stdin().lock())
    } else {
        fs::File::open(path).and_then(read_bytes)
    };
    let bytes = bytes.map_err(|error| Failure::File(format!("{name}: {error}")))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::Request(format!("{name}: more than {MOST_BYTES} bytes")));
    }
    let text =
        String::from_utf8(bytes).map_err(|_| Failure::Request(format!("{name}: not text")))?;
    // A byte order mark says how the text is encoded and is no part of it.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// All bytes, or one more than are read.
fn read_bytes(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a text to a file, or to `out` for `-`. A file is named in one line on `out`.
pub(crate) fn write_text(path: &Path, text: &str, out: &mut impl Write) -> Done {
    if is_standard(path) {
        return Ok(out.write_all(text.as_bytes())?);
    }
    fs::write(path, text).map_err(|error| Failure::file(path, &error))?;
    Ok(writeln!(out, "wrote {}", path.display())?)
}

/// Makes sure that a file can be written before hours of work go into what it is to hold. A file
/// that is there is left as it is.
pub(crate) fn check_writable(path: &Path) -> Done {
    if is_standard(path) {
        return Ok(());
    }
    let existed = path.exists();
    let opened = fs::OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|error| Failure::file(path, &error))?;
    if !existed {
        // An empty file would look like a result if the work is interrupted.
        let _ = fs::remove_file(path);
    }
    Ok(())
}
