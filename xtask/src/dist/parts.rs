//! The later parts of a split module: as few files as is good, each as short as possible.
//!
//! The splitter makes a file of whatever the same set of parts needs; a dozen parts have more than a
//! hundred such sets, most of them with a few functions. A page would fetch and start fifty files for
//! its part. Here files are put together that mostly the same pages need (`grouping`), which makes one
//! module of several (`merge`), and written without the splitter's padding (`compact`).

mod compact;
mod grouping;
mod merge;

use grouping::Piece;
use std::collections::{BTreeMap, BTreeSet};

/// The files that are fetched with each later part of a module, by the part's name.
pub(super) type PartFiles = BTreeMap<String, Vec<String>>;

/// The script that fetches the parts; the names of the files of each follow.
const LOADER: &str = include_str!("parts/loader.js");

/// The later parts of a module.
pub(super) struct LaterParts {
    /// The code, by the names of its files.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// The script that loads it.
    pub(super) script: String,
    pub(super) parts: PartFiles,
}

/// Puts the splitter's files together: `parts` says which of them each part needs.
///
/// # Errors
/// What is wrong with a file, in words.
pub(super) fn put_together(
    parts: &PartFiles,
    code: &BTreeMap<String, Vec<u8>>,
    main_script: &str,
) -> Result<LaterParts, String> {
    let names: Vec<&String> = parts.keys().collect();
    let users = |file: &String| -> u64 {
        let used = |(i, name): (usize, &&String)| u64::from(parts[*name].contains(file)) << i;
        names.iter().enumerate().map(used).sum()
    };
    let all: BTreeSet<&String> = parts.values().flatten().collect();
    let mut pieces = Vec::new();
    for file in all {
        let size = code.get(file).ok_or_else(|| format!("{file}: no such file"))?.len();
        pieces.push(Piece { users: users(file), size, files: vec![file.clone()] });
    }
    let mut files = Vec::new();
    let mut needed: PartFiles = names.iter().map(|name| ((*name).clone(), Vec::new())).collect();
    for (number, piece) in grouping::grouped(pieces).into_iter().enumerate() {
        let name = format!("part_{number}.wasm");
        let sources: Vec<&[u8]> = piece.files.iter().map(|file| code[file].as_slice()).collect();
        let merged = merge::merge(&sources).and_then(|merged| compact::compact(&merged));
        files.push((name.clone(), merged.map_err(|e| format!("{}: {e}", piece.files.join(", ")))?));
        let using = names.iter().enumerate().filter(|(i, _)| piece.users >> i & 1 == 1);
        using.for_each(|(_, part)| needed.entry((*part).clone()).or_default().push(name.clone()));
    }
    Ok(LaterParts { files, script: script(&needed, main_script), parts: needed })
}

fn script(parts: &PartFiles, main_script: &str) -> String {
    let load = |(part, files): (&String, &Vec<String>)| {
        let files: Vec<String> = files.iter().map(|file| format!("\"./{file}\"")).collect();
        // The name that the splitter's macro calls.
        format!("export const __wasm_split_load_{part} = part([{}]);\n", files.join(", "))
    };
    let loads: Vec<String> = parts.iter().map(load).collect();
    LOADER.replace("{{main}}", main_script) + &loads.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_has_a_loader_for_each_part() {
        let parts = PartFiles::from([
            ("lobby".to_owned(), vec!["part_0.wasm".to_owned(), "part_1.wasm".to_owned()]),
            ("rules".to_owned(), Vec::new()),
        ]);
        let script = script(&parts, "./web.js");
        assert!(script.contains("from \"./web.js\""));
        assert!(
            script.contains(
                "__wasm_split_load_lobby = part([\"./part_0.wasm\", \"./part_1.wasm\"]);\n"
            )
        );
        assert!(script.contains("__wasm_split_load_rules = part([]);\n"));
    }
}
