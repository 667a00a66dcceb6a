//! The files of the app: named by their content, compressed, written at once.

use super::Finish;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// 64 bits of a content's hash (FNV-1a): enough to tell versions of a file apart.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    fn with(self, bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(self.0, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        }))
    }

    fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// The hash of everything something is made from.
pub(super) struct Fingerprint(Hash);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(Hash::EMPTY)
    }
}

impl Fingerprint {
    /// Their number goes in too, so that bytes cannot wander from one file to the next.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0 = self.0.with(&bytes.len().to_le_bytes()).with(bytes);
    }

    pub(super) fn file(&mut self, path: &Path) -> Result<(), String> {
        self.bytes(&read(path)?);
        Ok(())
    }

    pub(super) fn folder(&mut self, path: &Path) -> Result<(), String> {
        for file in files_in(path)? {
            self.bytes(file.to_string_lossy().as_bytes());
            self.file(&file)?;
        }
        Ok(())
    }

    pub(super) fn text(&self) -> String {
        self.0.text()
    }
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// The files directly in a folder, by name.
pub(super) fn files_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

/// The files of the browser app, by their path below `target/dist`.
#[derive(Default)]
pub(super) struct AppFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl AppFiles {
    /// Adds a file under `assets/` with its hash in its name; returns its address.
    pub(super) fn add_hashed(&mut self, name: &str, content: Vec<u8>) -> String {
        let (stem, kind) = name.rsplit_once('.').unwrap_or((name, "bin"));
        let path = format!("assets/{stem}-{}.{kind}", Hash::EMPTY.with(&content).text());
        let address = format!("/{path}");
        self.files.insert(path, content);
        address
    }

    /// Adds files that refer to each other by name, in a folder with the hash of all of them in its
    /// name; returns the folder's address.
    pub(super) fn add_hashed_folder(
        &mut self,
        name: &str,
        files: Vec<(String, Vec<u8>)>,
    ) -> String {
        let mut print = Fingerprint::default();
        for (file, content) in &files {
            print.bytes(file.as_bytes());
            print.bytes(content);
        }
        let folder = format!("assets/{name}-{}", print.text());
        for (file, content) in files {
            self.files.insert(format!("{folder}/{file}"), content);
        }
        format!("/{folder}")
    }

    /// Adds a file without a hash in its name.
    pub(super) fn add(&mut self, name: &str, content: Vec<u8>) {
        self.files.insert(name.to_owned(), content);
    }

    /// The addresses of all files so far.
    pub(super) fn addresses(&self) -> impl Iterator<Item = String> {
        self.files.keys().map(|path| format!("/{path}"))
    }

    /// The hash of all files so far.
    pub(super) fn version(&self) -> String {
        self.files.keys().fold(Hash::EMPTY, |hash, path| hash.with(path.as_bytes())).text()
    }

    /// Writes all files, each with its compressed form beside it, in place of what was there.
    /// Gives a table of what a browser has to fetch.
    pub(super) fn write(&self, folder: &Path, finish: Finish) -> Result<String, String> {
        let fresh = folder.with_extension("new");
        let _ = fs::remove_dir_all(&fresh);
        let mut table = String::new();
        let mut all = 0;
        for (path, content) in &self.files {
            let packed = brotli(content, finish);
            put(&fresh.join(path), content)?;
            for (suffix, packed) in [("br", &packed), ("gz", &gzip(content, finish))] {
                // Pictures are packed already.
                if packed.len() < content.len() * 9 / 10 {
                    put(&fresh.join(format!("{path}.{suffix}")), packed)?;
                }
            }
            let sent = packed.len().min(content.len());
            all += sent;
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{:>9} {sent:>9}  {path}", content.len());
        }
        let _ = writeln!(table, "{:>9} {all:>9}  bytes plain, and compressed", "");
        let _ = fs::remove_dir_all(folder);
        fs::rename(&fresh, folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(table)
    }
}

fn put(path: &Path, content: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, content))
        .map_err(|e| format!("{}: {e}", path.display()))
}

fn brotli(content: &[u8], finish: Finish) -> Vec<u8> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: match finish {
            Finish::Draft | Finish::Serve => 2,
            Finish::Full => 11,
        },
        size_hint: content.len(),
        ..Default::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &content[..], &mut packed, &params)
        .expect("memory to memory cannot fail");
    packed
}

/// For browsers that reach the server by http from another machine: they offer no Brotli.
fn gzip(content: &[u8], finish: Finish) -> Vec<u8> {
    let level = match finish {
        Finish::Draft | Finish::Serve => Compression::fast(),
        Finish::Full => Compression::best(),
    };
    let mut encoder = GzEncoder::new(Vec::new(), level);
    let packed = encoder.write_all(content).and_then(|()| encoder.finish());
    packed.expect("memory to memory cannot fail")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn names_follow_content() {
        let mut dist = AppFiles::default();
        let first = dist.add_hashed("page.js", b"one".to_vec());
        let second = dist.add_hashed("page.js", b"two".to_vec());
        assert_ne!(first, second);
        assert_eq!(first.len(), "/assets/page-0123456789abcdef.js".len(), "{first}");
        assert_eq!(first, AppFiles::default().add_hashed("page.js", b"one".to_vec()));
    }

    #[test]
    fn every_file_that_shrinks_has_both_compressed_forms_beside_it() {
        let folder = std::env::temp_dir().join(format!("xtask-dist-{}", std::process::id()));
        let text = b"the same again ".repeat(100);
        let mut dist = AppFiles::default();
        dist.add("page.js", text.clone());
        dist.add("noise.png", vec![7]);
        dist.write(&folder, Finish::Full).unwrap();
        let mut unpacked = Vec::new();
        let packed = read(&folder.join("page.js.gz")).unwrap();
        flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, text);
        assert!(packed.len() < text.len() / 5 && folder.join("page.js.br").exists());
        assert!(!folder.join("noise.png.gz").exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_stays_together_is_named_by_all_of_it() {
        let folder = |second: &[u8]| {
            let files = [("a.js", b"one".as_slice()), ("b.wasm", second)];
            let files = files.map(|(name, content)| (name.to_owned(), content.to_vec()));
            AppFiles::default().add_hashed_folder("page", files.to_vec())
        };
        assert_eq!(folder(b"two"), folder(b"two"));
        assert_ne!(folder(b"two"), folder(b"three"));
    }

    #[test]
    fn a_fingerprint_sees_where_files_end() {
        let of = |parts: &[&str]| {
            let mut print = Fingerprint::default();
            for part in parts {
                print.bytes(part.as_bytes());
            }
            print.text()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
    }
}
