//! Holds the naming rule of `docs/glossary.md`: within one crate a type name is defined once, and no
//! type, variant, constant, module or function has a word of the deny-list (`denied_names.rs`) in its name. Also:
//! errors of libraries are types.

use crate::denied_names::{
    ALLOWED, DENIED_FUNCTIONS, DENIED_SEGMENTS, DENIED_TYPES, PRELUDE, SENTENCE,
};
use crate::project::{members, root, sources};
use std::collections::{BTreeMap, BTreeSet};

/// A definition: its keyword and its name.
#[derive(Debug, PartialEq, Eq)]
struct Definition<'a> {
    keyword: &'a str,
    name: &'a str,
}

impl Definition<'_> {
    fn is_type(&self) -> bool {
        matches!(self.keyword, "struct" | "enum" | "trait" | "type" | "union")
    }

    /// Whether it bears a word of the deny-list, in any case.
    fn is_denied(&self) -> bool {
        if ALLOWED.iter().any(|(name, _)| *name == self.name) {
            return false;
        }
        let (whole, segments) = (self.name.to_lowercase(), segments(self.name));
        let is_whole = |words: &[&str]| words.contains(&whole.as_str());
        let of_kind = if self.is_type() {
            is_whole(DENIED_TYPES)
        } else {
            ["fn", "mod"].contains(&self.keyword) && is_whole(DENIED_FUNCTIONS)
        };
        let is_sentence = self.keyword == "fn" && segments.len() >= SENTENCE;
        let denied = |segment: &String| DENIED_SEGMENTS.contains(&segment.as_str());
        of_kind || is_whole(DENIED_SEGMENTS) || (!is_sentence && segments.iter().any(denied))
    }
}

/// The words of a name in any case, in lower case: `KeptGame`, `kept_game` and `KEPT_GAME` have the same.
fn segments(name: &str) -> Vec<String> {
    let mut segments = vec![String::new()];
    let mut after_small = false;
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && after_small) {
            segments.push(String::new());
        }
        after_small = c.is_lowercase() || c.is_numeric();
        if c != '_' {
            segments.last_mut().expect("there is one").extend(c.to_lowercase());
        }
    }
    segments.retain(|segment| !segment.is_empty());
    segments
}

/// The definition that starts on a line, if one does. Associated types are no definitions.
fn definition(line: &str) -> Option<Definition<'_>> {
    if line.trim_start().starts_with("//") {
        return None;
    }
    let indented = line.starts_with(' ');
    let mut words =
        line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '(' || c == ')'));
    let keyword = words.by_ref().find(|word| {
        let is_modifier = word.starts_with("pub") || word.ends_with(')');
        !(word.is_empty() || is_modifier || ["const", "async", "unsafe"].contains(word))
    })?;
    let known = ["struct", "enum", "trait", "type", "union", "mod", "fn", "static"];
    let is_item = line.contains(&format!("{keyword} "));
    if known.contains(&keyword) && is_item && !(keyword == "type" && indented) {
        let name = words.find(|word| *word != "mut" && !word.is_empty())?.split('(').next()?;
        return (!name.is_empty()).then_some(Definition { keyword, name });
    }
    let is_constant = line.contains("const ") && keyword.chars().all(is_of_constant);
    is_constant.then_some(Definition { keyword: "const", name: keyword })
}

fn is_of_constant(c: char) -> bool {
    c.is_uppercase() || c.is_numeric() || c == '_'
}

/// The definitions of a source with their lines, the variants of its enums among them.
fn definitions(text: &str) -> Vec<(usize, Definition<'_>)> {
    let mut found = Vec::new();
    // The indentation of the enum whose body this is.
    let mut inside: Option<usize> = None;
    for (i, line) in text.lines().enumerate() {
        let indentation = line.len() - line.trim_start().len();
        if let Some(definition) = definition(line) {
            if definition.keyword == "enum" && line.ends_with('{') {
                inside = Some(indentation);
            }
            found.push((i + 1, definition));
        } else if inside == Some(indentation) && line.trim_start().starts_with('}') {
            inside = None;
        } else if inside.is_some_and(|outer| indentation == outer + 4) {
            let name = line.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '_')).next();
            let name = name.filter(|name| name.starts_with(char::is_uppercase));
            found.extend(name.map(|name| (i + 1, Definition { keyword: "variant", name })));
        }
    }
    found
}

/// What is wrong with the names of some sources, each a path and its text.
fn faults(sources: &[(String, String)]) -> Vec<String> {
    let mut types: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut faults = Vec::new();
    for (path, text) in sources {
        for (line, definition) in definitions(text) {
            let (name, place) = (definition.name, format!("{path}:{line}"));
            if definition.is_denied() {
                faults.push(format!("{place}: `{name}` is on the deny-list"));
            }
            if definition.is_type() {
                if PRELUDE.contains(&name) {
                    faults.push(format!("{place}: `{name}` shadows a name of the prelude"));
                }
                // Tests and examples are programs of their own.
                if path.contains("/src/") {
                    types.entry(name).or_default().push(place);
                }
            }
        }
    }
    let again = types.into_iter().filter(|(_, places)| places.len() > 1);
    faults.extend(again.map(|(name, places)| format!("`{name}`: {}", places.join(", "))));
    faults
}

/// The sources of a crate: library or program, tests and examples.
fn sources_of(folder: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for part in ["src", "tests", "examples", "benches"] {
        let part = root().join(folder).join(part);
        if part.is_dir() {
            sources(&part, &mut files);
        }
    }
    files
}

#[test]
fn names_follow_the_glossary() {
    let mut faults_of_all = Vec::new();
    for folder in members() {
        let files = sources_of(&folder);
        assert!(!files.is_empty(), "{folder} has no sources");
        faults_of_all.extend(faults(&files).into_iter().map(|fault| format!("{folder}: {fault}")));
    }
    assert!(faults_of_all.is_empty(), "\n{}\n", faults_of_all.join("\n"));
}

#[test]
fn no_allowed_name_is_gone() {
    let files: Vec<_> = members().iter().flat_map(|folder| sources_of(folder)).collect();
    let names: BTreeSet<&str> =
        files.iter().flat_map(|(_, text)| definitions(text)).map(|(_, found)| found.name).collect();
    for (name, reason) in ALLOWED {
        let may_be_gone = reason.starts_with("temporary");
        assert!(
            may_be_gone || names.contains(name),
            "nothing is called {name}: take it off the list"
        );
    }
}

/// Whether a line names a `Result` whose error is a `String`.
fn error_is_text(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    code.match_indices("Result<").any(|(at, word)| {
        let mut depth = 0;
        let arguments = &code[at + word.len()..];
        let end = arguments.find(|c| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth < 0
        });
        let arguments = end.map_or(arguments, |end| &arguments[..end]);
        arguments.rsplit_once(',').is_some_and(|(_, error)| error.trim() == "String")
    })
}

#[test]
fn libraries_return_typed_errors() {
    let mut files = Vec::new();
    for folder in ["crates", "apps/server", "apps/terminal", "apps/web", "apps/worker"] {
        sources(&root().join(folder), &mut files);
    }
    files.retain(|(path, _)| path.contains("/src/"));
    // Temporary, until that folder is changed as well.
    files.retain(|(path, _)| !path.ends_with("store/writer/connection.rs"));
    assert!(files.len() > 100, "the library crates are found");
    let lines = files.iter().flat_map(|(path, text)| {
        let numbered = text.lines().enumerate().filter(|(_, line)| error_is_text(line));
        numbered.map(move |(i, line)| format!("{path}:{}: {}", i + 1, line.trim()))
    });
    let found: Vec<String> = lines.collect();
    assert!(found.is_empty(), "an error of a library is a type:\n{}\n", found.join("\n"));
}

#[test]
fn errors_that_are_text_are_found() {
    assert!(error_is_text("fn read(text: &str) -> Result<Self, String> {"));
    assert!(error_is_text("    ) -> Option<Result<Vec<u8>, String>> {"));
    assert!(!error_is_text("fn write(&self) -> Result<String, WriteError> {"));
    assert!(!error_is_text("fn read() -> Result<BTreeMap<u8, String>, ReadError> {"));
    assert!(!error_is_text("// Result<(), String> was here"));
}

#[test]
fn definitions_are_found() {
    let found = |line| definition(line).map(|d| (d.keyword, d.name));
    assert_eq!(found("pub(crate) struct Web<const W: usize> {"), Some(("struct", "Web")));
    assert_eq!(found("    pub const fn recall(self) {"), Some(("fn", "recall")));
    assert_eq!(found("pub type Score = i32;"), Some(("type", "Score")));
    assert_eq!(found("    type Output = ();"), None, "associated types are no definitions");
    assert_eq!(found("/// struct Web"), None);
    assert_eq!(found("let web = Web::new();"), None);
    assert_eq!(found("    const KEPT: u64 = 4;"), Some(("const", "KEPT")));
    assert_eq!(found("static TOLD: Mutex<u8> = Mutex::new(0);"), Some(("static", "TOLD")));
    let text = "    enum Shape {\n        /// Round.\n        Ring(u8),\n        Star { points: u8 },\n    }";
    let found: Vec<_> = definitions(text).into_iter().map(|(_, found)| found.name).collect();
    assert_eq!(found, ["Shape", "Ring", "Star"]);
}

#[test]
fn words_are_found_as_parts_of_names_in_any_case() {
    let denied = |keyword, name| Definition { keyword, name }.is_denied();
    assert_eq!(segments("KeptGame2_OF_all"), ["kept", "game2", "of", "all"]);
    for name in ["kept", "KeptGame", "game_kept"] {
        assert!(denied("struct", name) && denied("fn", name) && denied("variant", name), "{name}");
    }
    assert!(denied("const", "MOST_KEPT"));
    assert!(denied("struct", "Web") && !denied("struct", "WebSocket") && !denied("variant", "Web"));
    assert!(denied("fn", "let_go") && denied("fn", "LET_GO"));
    assert!(!denied("fn", "every_stored_move_is_kept"), "a sentence");
    assert!(!denied("fn", "bearer_token"), "allowed");
}

#[test]
fn faults_are_reported() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let (first, second) =
        ("struct Entry;\nstruct Ok;", "enum Entry {}\nfn faith() {}\nfn told() {}");
    let faults = faults(&[file("x/src/a.rs", first), file("x/src/b.rs", second)]);
    assert_eq!(faults.len(), 4, "{faults:?}");
    assert!(
        faults.iter().any(|fault| fault == "`Entry`: x/src/a.rs:1, x/src/b.rs:1"),
        "{faults:?}"
    );
    assert!(faults.iter().any(|fault| fault.contains("`Ok` shadows")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("b.rs:2: `faith`")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("b.rs:3: `told`")), "{faults:?}");
}
