//! Holds the naming rule of `docs/glossary.md`: within one crate a type name is defined once, and no
//! type, module or function bears a name of the deny-list. Also: errors of libraries are types.

mod project;

use project::{members, root, sources};
use std::collections::BTreeMap;

/// Private metaphors that had a usual name all along, in the case in which they were defined.
const DENIED: &[&str] = &[
    "Adviser",
    "Attempt",
    "Belief",
    "Brush",
    "Crew",
    "Deed",
    "Desk",
    "Duel",
    "Either",
    "Errand",
    "Extent",
    "Field",
    "Finding",
    "Flow",
    "Hints",
    "Insight",
    "Instinct",
    "Judge",
    "Judgement",
    "Kin",
    "Kitchen",
    "Knot",
    "Lattice",
    "Lookout",
    "Lore",
    "Marks",
    "Me",
    "Mind",
    "News",
    "Outlook",
    "Pasted",
    "Prospect",
    "Pupil",
    "Quest",
    "Said",
    "School",
    "Shelf",
    "Sight",
    "Sitting",
    "Sketch",
    "Stock",
    "Strung",
    "Tag",
    "Tell",
    "Trail",
    "Twice",
    "Verdict",
    "Wanted",
    "Web",
    "Whereabouts",
    "consider",
    "drive",
    "fading",
    "faith",
    "foresee",
    "hurry",
    "instinct",
    "likeness",
    "promise",
    "recall",
    "reconsider",
    "redial",
    "regard",
    "trust",
    "want_line",
    "warmth",
];

/// The same in any case: functions were called so too.
const DENIED_IN_ANY_CASE: &[&str] = &["bearer", "manner", "stranger", "told", "trouble"];

/// Names of the prelude that a type must not shadow.
const PRELUDE: &[&str] = &[
    "Box",
    "Clone",
    "Copy",
    "Default",
    "Drop",
    "Err",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Into",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Some",
    "String",
    "Sync",
    "ToString",
    "TryFrom",
    "TryInto",
    "Vec",
];

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
    let known = ["struct", "enum", "trait", "type", "union", "mod", "fn"].contains(&keyword);
    if !known || (keyword == "type" && indented) {
        return None;
    }
    let name = words.next()?.split('(').next()?;
    (!name.is_empty()).then_some(Definition { keyword, name })
}

/// What is wrong with the names of some sources, each a path and its text.
fn faults(sources: &[(String, String)]) -> Vec<String> {
    let mut types: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut faults = Vec::new();
    for (path, text) in sources {
        for (i, line) in text.lines().enumerate() {
            let Some(definition) = definition(line) else { continue };
            let (name, place) = (definition.name, format!("{path}:{}", i + 1));
            let lower_case = name.to_lowercase();
            if DENIED.contains(&name) || DENIED_IN_ANY_CASE.contains(&lower_case.as_str()) {
                faults.push(format!("{place}: `{name}` is on the deny-list"));
            }
            if definition.is_type() {
                if PRELUDE.contains(&name) {
                    faults.push(format!("{place}: `{name}` shadows a name of the prelude"));
                }
                types.entry(name).or_default().push(place);
            }
        }
    }
    let twice = types.into_iter().filter(|(_, places)| places.len() > 1);
    faults.extend(twice.map(|(name, places)| format!("`{name}`: {}", places.join(", "))));
    faults
}

#[test]
fn names_follow_the_glossary() {
    let root = root();
    let mut faults_of_all = Vec::new();
    for folder in members() {
        let mut files = Vec::new();
        sources(&root.join(&folder).join("src"), &mut files);
        assert!(!files.is_empty(), "{folder} has no sources");
        faults_of_all.extend(faults(&files).into_iter().map(|fault| format!("{folder}: {fault}")));
    }
    assert!(faults_of_all.is_empty(), "\n{}\n", faults_of_all.join("\n"));
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
    sources(&root().join("crates"), &mut files);
    files.retain(|(path, _)| path.contains("/src/"));
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
}

#[test]
fn faults_are_reported() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let (first, second) =
        ("struct Entry;\nstruct Ok;", "enum Entry {}\nfn faith() {}\nfn told() {}");
    let faults = faults(&[file("a.rs", first), file("b.rs", second)]);
    assert_eq!(faults.len(), 4, "{faults:?}");
    assert!(faults.iter().any(|fault| fault == "`Entry`: a.rs:1, b.rs:1"), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("`Ok` shadows")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("b.rs:2: `faith`")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("b.rs:3: `told`")), "{faults:?}");
}
