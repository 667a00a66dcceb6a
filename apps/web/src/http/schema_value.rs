//! Answers and requests held to the server's `OpenAPI` document, for tests.
//!
//! `docs/openapi.json` is the server's description of itself; a test of the server holds it to the routes.
//! Here it stands for the server: a [`SchemaValue`] is what a schema allows, and reading a field that the schema
//! does not have, or as another type, fails the test.

use super::Json;
use serde_json::Value as Node;
use std::sync::LazyLock;
use wasm_bindgen::JsValue;

static DOCUMENT: LazyLock<Node> = LazyLock::new(|| {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
});

/// How many answers are made of a schema: as many as any choice in it has alternatives, and one without
/// anything that may be missing.
const ANSWERS: usize = 6;

/// Fields that other answers have which are read by the same type.
const ELSEWHERE: &str = "x-elsewhere";

/// Something that a schema allows.
#[derive(Clone, Debug, Default)]
pub(super) struct SchemaValue {
    /// The schema; nothing where a field is missing.
    schema: Option<Node>,
    /// What it is called where it was found.
    name: String,
    /// Which of several alternatives is taken; the last leaves out what may be missing.
    variant: usize,
}

impl From<JsValue> for SchemaValue {
    fn from(_: JsValue) -> Self {
        unreachable!("tests have no browser")
    }
}

impl SchemaValue {
    pub(super) fn field(&self, name: &str) -> Self {
        let absent = Self { schema: None, name: name.to_owned(), variant: self.variant };
        let Some(schema) = &self.schema else { return absent };
        let named = &schema["properties"][name];
        // A map has values of one schema under names of any kind.
        let property = if named.is_null() { &schema["additionalProperties"] } else { named };
        if schema[ELSEWHERE].as_array().is_some_and(|all| all.iter().any(|other| other == name)) {
            return absent;
        }
        assert!(!property.is_null(), "no field {name} in {} of docs/openapi.json", self.name);
        let required = schema["required"].as_array();
        let required = required.is_some_and(|all| all.iter().any(|other| other == name));
        let schema = resolved(property).filter(|_| required || self.variant + 1 < ANSWERS);
        let schema = schema.filter(|_| !may_be_null(property) || self.variant + 1 < ANSWERS);
        Self { schema, ..absent }
    }

    pub(super) fn text(&self) -> Option<String> {
        let schema = self.of_type(&["string"])?;
        if let Some(choices) = schema["enum"].as_array() {
            return choices[self.variant % choices.len()].as_str().map(str::to_owned);
        }
        // Texts with a grammar of their own.
        Some(match self.name.as_str() {
            "game" => "hex".to_owned(),
            "time" => "300+3".to_owned(),
            _ => "Ann".to_owned(),
        })
    }

    pub(super) fn number(&self) -> Option<f64> {
        self.of_type(&["integer", "number"]).map(|_| 7.0)
    }

    pub(super) fn flag(&self) -> Option<bool> {
        self.of_type(&["boolean"]).map(|_| self.variant.is_multiple_of(2))
    }

    pub(super) fn items(&self) -> Option<Vec<Self>> {
        let schema = resolved(&self.of_type(&["array"])?["items"]);
        Some(vec![Self { schema, ..self.clone() }; 2])
    }

    pub(super) fn quote(text: &str) -> String {
        Node::from(text).to_string()
    }

    /// The schema, if there is a value; it must be of one of these types.
    fn of_type(&self, types: &[&str]) -> Option<&Node> {
        let schema = self.schema.as_ref()?;
        let is = |found: &Node| types.iter().any(|wanted| found == wanted);
        let fits =
            is(&schema["type"]) || schema["type"].as_array().is_some_and(|all| all.iter().any(is));
        assert!(
            fits,
            "{} is {} in docs/openapi.json and read as {types:?}",
            self.name, schema["type"]
        );
        Some(schema)
    }
}

fn may_be_null(schema: &Node) -> bool {
    let lists = ["oneOf", "anyOf", "type"].map(|key| schema[key].as_array());
    lists.into_iter().flatten().flatten().any(|one| one == "null" || one["type"] == "null")
}

/// A schema without references and without the alternative null.
fn resolved(schema: &Node) -> Option<Node> {
    if let Some(reference) = schema["$ref"].as_str() {
        return resolved(DOCUMENT.pointer(reference.trim_start_matches('#'))?);
    }
    let lists = ["oneOf", "anyOf"].map(|key| schema[key].as_array());
    if let Some(one) = lists.into_iter().flatten().flatten().find(|one| one["type"] != "null")
        && may_be_null(schema)
    {
        return resolved(one);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return Some(merged(&parts.iter().filter_map(resolved).collect::<Vec<_>>()));
    }
    Some(schema.clone())
}

/// One object with the fields of all.
fn merged(parts: &[Node]) -> Node {
    let mut whole = serde_json::json!({ "type": "object", "properties": {}, "required": [] });
    for part in parts {
        let properties = part["properties"].as_object().into_iter().flatten();
        properties.for_each(|(name, schema)| whole["properties"][name] = schema.clone());
        let required = part["required"].as_array().into_iter().flatten().cloned();
        whole["required"].as_array_mut().unwrap().extend(required);
    }
    whole
}

/// An operation of the document, such as `post /api/sign-in`.
fn operation(name: &str) -> &'static Node {
    let (method, path) = name.split_once(' ').expect("a method and a path");
    let operation = &DOCUMENT["paths"][path][method];
    assert!(operation.is_object(), "docs/openapi.json has no {name}");
    operation
}

/// What an operation may answer when it succeeds.
pub(crate) fn answers(name: &str) -> Vec<Json> {
    let responses = &operation(name)["responses"];
    let found = ["200", "201"].into_iter().find(|status| responses[status].is_object());
    let status = found.unwrap_or_else(|| panic!("{name} answers nothing"));
    answers_with(name, status)
}

/// What an operation may answer with a status.
pub(crate) fn answers_with(name: &str, status: &str) -> Vec<Json> {
    let schema = &operation(name)["responses"][status]["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{name} answers {status} without JSON");
    let answer =
        |variant| Json(SchemaValue { schema: resolved(schema), name: name.to_owned(), variant });
    (0..ANSWERS).map(answer).collect()
}

/// Asserts that a page reads whatever these operations may answer. A field that it reads must be one of all
/// of them, or at least of one.
pub(crate) fn assert_reads<T: super::FromJson>(names: &[&str]) {
    let fields: Vec<Node> = names.iter().flat_map(|name| fields_of(&answers(name)[0])).collect();
    for answer in names.iter().flat_map(|name| answers(name)) {
        let own = fields_of(&answer);
        let others = fields.iter().filter(|field| !own.contains(field)).cloned().collect();
        let answer = with_elsewhere(answer, others);
        assert!(T::read(&answer).is_some(), "an answer to {names:?} is not read: {answer:?}");
    }
}

/// The schema of an answer, or of its items if it is a list.
fn object_schema(schema: &mut Node) -> &mut Node {
    if schema["type"] == "array" {
        schema["items"] = resolved(&schema["items"]).unwrap();
        return &mut schema["items"];
    }
    schema
}

fn fields_of(answer: &Json) -> Vec<Node> {
    let mut schema = answer.0.schema.clone().unwrap();
    let fields = object_schema(&mut schema)["properties"].as_object().unwrap().keys();
    fields.map(|field| Node::from(field.as_str())).collect()
}

fn with_elsewhere(mut answer: Json, fields: Vec<Node>) -> Json {
    object_schema(answer.0.schema.as_mut().unwrap())[ELSEWHERE] = Node::Array(fields);
    answer
}

/// Asserts that an operation takes a body: its fields are known, and none that is required is missing.
pub(crate) fn assert_takes(name: &str, body: &str) {
    let schema = &operation(name)["requestBody"]["content"]["application/json"]["schema"];
    let schema =
        resolved(schema).filter(Node::is_object).unwrap_or_else(|| panic!("{name} takes nothing"));
    let body: Node = serde_json::from_str(body).unwrap();
    let body = body.as_object().unwrap();
    for (field, value) in body {
        let schema = resolved(&schema["properties"][field]).filter(Node::is_object);
        let schema = schema.unwrap_or_else(|| panic!("{name} takes no {field}"));
        let kind = match value {
            Node::Array(_) => "array",
            Node::Object(_) => "object",
            Node::Number(_) => "integer",
            _ => "string",
        };
        assert!(
            schema["type"].to_string().contains(kind),
            "{field} of {name} is {}",
            schema["type"]
        );
    }
    for field in schema["required"].as_array().into_iter().flatten() {
        assert!(body.contains_key(field.as_str().unwrap()), "{name} requires {field}");
    }
}

/// Every type that is read from an answer is held to the document, by itself or as a part of another.
#[test]
fn every_answer_that_is_read_is_held_to_the_description() {
    const PARTS: [&str; 3] = ["Played", "Seat", "Standing"];
    let mut sources = String::new();
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                sources += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    let types = sources.split("\nimpl Told for ").skip(1).filter_map(|rest| rest.split(' ').next());
    for read in types.filter(|read| !PARTS.contains(read)) {
        let held = [format!("assert_reads::<{read}>"), format!("assert_reads::<Vec<{read}>>")];
        assert!(held.iter().any(|held| sources.contains(held)), "{read} is held to nothing");
    }
}
