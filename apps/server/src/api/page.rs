//! The API's description: as JSON for programs, and as a page for people, made from the same.
//!
//! The page has no script, and its style is a file of its own, as our policy asks.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::Html;
use axum::routing::get;
use scene::svg::escape;
use serde_json::Value;
use std::fmt::Write;
use utoipa::openapi::OpenApi;

/// The app's own.
const ICON: &str = include_str!("../../../web/static/icon.svg");

const STYLE: &str = "\
:root{color-scheme:light dark;--line:light-dark(#ded8cb,#2e343f);--well:light-dark(#ece8df,#222833);
--quiet:light-dark(#5c606b,#a4aab6);--accent:light-dark(#2a6a72,#74c3c8)}
body{font:16px/1.55 system-ui,sans-serif;max-width:54rem;margin:2rem auto;padding:0 1rem;
background:light-dark(#f6f4ef,#14171d);color:light-dark(#22252c,#e9e7e2);overflow-wrap:break-word}
a{color:var(--accent)}
nav{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:1rem 0}
h1,h2{line-height:1.2;letter-spacing:-.02em}
h2{margin:2.5rem 0 .5rem}
section{border-top:1px solid var(--line);padding:.7rem 0}
h3{font:600 1rem ui-monospace,monospace;margin:.3rem 0;overflow-wrap:anywhere}
h3 b{display:inline-block;min-width:4.5rem;color:var(--accent)}
p{margin:.4rem 0}
dl{display:grid;grid-template-columns:minmax(4.5rem,max-content) 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt,code{font-family:ui-monospace,monospace;font-size:.92em}
dt{overflow-wrap:anywhere;max-width:11rem;color:var(--quiet)}
dd{margin:0;min-width:0}
code{padding:.05rem .3rem;border-radius:4px;background:var(--well);overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
";

/// The description at `/api/openapi.json`, the page at `/api`.
pub(super) fn router(description: &OpenApi) -> Router {
    let json = serde_json::to_value(description).unwrap_or_default();
    let page = page(&json);
    let json = json.to_string();
    Router::new()
        .route("/api", get(async || Html(page)))
        .route("/api/openapi.json", get(async || ([(CONTENT_TYPE, "application/json")], json)))
        .route("/api/icon.svg", get(async || ([(CONTENT_TYPE, "image/svg+xml")], ICON)))
        .route("/api/page.css", get(async || ([(CONTENT_TYPE, "text/css")], STYLE)))
}

fn page(api: &Value) -> String {
    let mut page = String::from(
        "<!doctype html><html lang=en><meta charset=utf-8>\
         <meta name=viewport content=\"width=device-width\"><title>Sixfold API</title>\
         <link rel=stylesheet href=/api/page.css>\
         <link rel=icon href=/api/icon.svg><main><h1>Sixfold API</h1>",
    );
    let about = prose(&api["info"]["description"]);
    // Writing to a string cannot fail, here and below.
    let _ = write!(page, "<p>{about}<nav aria-label=Contents>");
    let operations = operations(api);
    let mut tags: Vec<String> = operations.iter().map(|(.., operation)| tag(operation)).collect();
    tags.dedup();
    for tag in &tags {
        let _ = write!(page, "<a href=\"#{tag}\">{}</a>", title(tag));
    }
    page.push_str("<a href=#shapes>Shapes</a><a href=/api/openapi.json>OpenAPI 3.1</a>");
    page.push_str("<a href=/>To the games</a></nav>");
    for own in tags {
        let _ = write!(page, "<h2 id=\"{own}\">{}</h2>", title(&own));
        let of_tag = operations.iter().filter(|(.., operation)| tag(operation) == own);
        for (path, method, operation) in of_tag {
            write_operation(&mut page, path, method, operation);
        }
    }
    write_schemas(&mut page, api);
    page.push_str("</main>");
    page
}

fn tag(operation: &Value) -> String {
    escape(operation["tags"][0].as_str().unwrap_or_default())
}

/// A word at the head of something.
fn title(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or(String::new(), |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

/// Every operation, sorted by tag.
fn operations(api: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = api["paths"].as_object().into_iter().flatten();
    let mut all: Vec<_> = paths
        .flat_map(|(path, item)| {
            let methods = item.as_object().into_iter().flatten();
            methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
        })
        .collect();
    all.sort_by_key(|(path, _, operation)| (tag(operation), *path));
    all
}

fn write_operation(page: &mut String, path: &str, method: &str, operation: &Value) {
    let (method, path) = (method.to_uppercase(), escape(path));
    let summary = prose(&operation["summary"]);
    let _ = write!(page, "<section><h3><b>{method}</b> {path}</h3><p>{summary}.");
    let more = prose(&operation["description"]);
    if !more.is_empty() && more != summary {
        let _ = write!(page, "<p>{more}");
    }
    page.push_str("<dl>");
    for given in operation["parameters"].as_array().into_iter().flatten() {
        let name = escape(given["name"].as_str().unwrap_or_default());
        let _ = write!(page, "<dt>{name}<dd>{}", prose(&given["description"]));
    }
    let contents = operation["requestBody"]["content"].as_object().into_iter().flatten();
    for (_, content) in contents {
        let _ = write!(page, "<dt>body<dd>{}", shape(&content["schema"]));
    }
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let shapes = response["content"].as_object().into_iter().flatten();
        let shapes: Vec<String> = shapes.map(|(_, content)| shape(&content["schema"])).collect();
        let what = prose(&response["description"]);
        let _ = write!(page, "<dt>{}<dd>{} {what}", escape(status), shapes.join(", "));
    }
    page.push_str("</dl></section>");
}

fn write_schemas(page: &mut String, api: &Value) {
    page.push_str("<h2 id=shapes>Shapes</h2>");
    for (name, schema) in api["components"]["schemas"].as_object().into_iter().flatten() {
        let (name, what) = (escape(name), prose(&schema["description"]));
        let _ = write!(page, "<section id=\"{name}\"><h3>{name}</h3><p>{what}");
        write_shape(page, schema);
        page.push_str("</section>");
    }
}

/// The fields of a schema, or the words or shapes it is one of.
fn write_shape(page: &mut String, schema: &Value) {
    for part in schema["allOf"].as_array().into_iter().flatten() {
        if part["$ref"].is_string() {
            let _ = write!(page, "<p>All of {}, and:", shape(part));
        }
        write_shape(page, part);
    }
    page.push_str("<dl>");
    for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
        let what = prose(&schema["description"]);
        let _ = write!(page, "<dt>{}<dd>{} {what}", escape(field), shape(schema));
    }
    for word in schema["enum"].as_array().into_iter().flatten() {
        let _ = write!(page, "<dt>{}<dd>", escape(word.as_str().unwrap_or_default()));
    }
    for variant in schema["oneOf"].as_array().into_iter().flatten() {
        let _ = write!(page, "<dt>one of<dd>{} {}", shape(variant), prose(&variant["description"]));
    }
    page.push_str("</dl>");
}

/// A schema in a few words: its name as a link, its words, or its type.
fn shape(schema: &Value) -> String {
    let all = |list: &Value| list.as_array().into_iter().flatten().map(shape).collect::<Vec<_>>();
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let name = escape(name);
        format!("<a href=\"#{name}\">{name}</a>")
    } else if let Some(words) = schema["enum"].as_array() {
        let words = words.iter().filter_map(Value::as_str);
        words.map(|word| format!("<code>{}</code>", escape(word))).collect::<Vec<_>>().join(" ")
    } else if schema["prefixItems"].is_array() {
        format!("list of {}", all(&schema["prefixItems"]).join(" and "))
    } else if schema["type"] == "array" {
        format!("list of {}", shape(&schema["items"]))
    } else if schema["oneOf"].is_array() {
        all(&schema["oneOf"]).join(" or ")
    } else if let Some(fields) = schema["properties"].as_object() {
        let fields =
            fields.iter().map(|(name, schema)| format!("{}: {}", escape(name), shape(schema)));
        format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
    } else {
        kind(&schema["type"])
    }
}

/// The type of a value; of what may be left out, both.
fn kind(types: &Value) -> String {
    let word = |word: &str| match word {
        "null" => "nothing".to_owned(),
        word => format!("<code>{}</code>", escape(word)),
    };
    match types {
        Value::Array(all) => {
            all.iter().filter_map(Value::as_str).map(word).collect::<Vec<_>>().join(" or ")
        }
        one => one.as_str().map_or_else(String::new, word),
    }
}

/// A description as HTML: what stands between backticks is code.
fn prose(value: &Value) -> String {
    let parts = value.as_str().unwrap_or_default().split('`').enumerate();
    let part = |(i, part): (usize, &str)| match i % 2 {
        1 => format!("<code>{}</code>", escape(part)),
        _ => escape(part),
    };
    parts.map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn whole() -> (Value, String) {
        let api = serde_json::to_value(super::super::description()).unwrap();
        let page = page(&api);
        (api, page)
    }

    #[test]
    fn the_page_tells_of_every_path_and_shape() {
        let (api, page) = whole();
        for (path, method, _) in operations(&api) {
            let head = format!("<h3><b>{}</b> {}</h3>", method.to_uppercase(), escape(path));
            assert!(page.contains(&head), "{head}");
        }
        for name in api["components"]["schemas"].as_object().unwrap().keys() {
            assert!(page.contains(&format!("<section id=\"{name}\">")), "{name}");
        }
    }

    #[test]
    fn code_is_code_and_nothing_is_left_raw() {
        let (_, page) = whole();
        assert!(!page.contains('`'), "{}", page.split('`').nth(1).unwrap_or_default());
        assert!(!page.contains("&quot;$ref"), "no JSON among the words");
        assert!(page.contains("<code>Authorization: Bearer …</code>"));
        assert!(page.contains("The name of a game, such as <code>hex</code>"));
        assert_eq!(prose(&json!("a `<b>` c")), "a <code>&lt;b&gt;</code> c");
        assert_eq!(prose(&json!(null)), "");
    }

    #[test]
    fn links_within_the_page_lead_somewhere() {
        let (_, page) = whole();
        for link in page.split("href=\"#").skip(1) {
            let name = link.split('"').next().unwrap();
            assert!(page.contains(&format!("id=\"{name}\"")), "{name}");
        }
    }

    #[test]
    fn shapes_are_told_in_words() {
        for (schema, words) in [
            (json!({ "type": ["string", "null"] }), "<code>string</code> or nothing"),
            (
                json!({ "type": "array", "items": { "type": "string" } }),
                "list of <code>string</code>",
            ),
            (json!({ "type": "string", "enum": ["a", "b"] }), "<code>a</code> <code>b</code>"),
            (
                json!({ "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/X" }] }),
                "nothing or <a href=\"#X\">X</a>",
            ),
        ] {
            assert_eq!(shape(&schema), words);
        }
    }
}
