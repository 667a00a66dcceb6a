//! The API's description: as JSON for programs, and as a page for people, made from the same.
//!
//! The page has no script, and its style is a file of its own, as our policy asks.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::Html;
use axum::routing::get;
use serde_json::Value;
use std::fmt::Write;
use utoipa::openapi::OpenApi;

const STYLE: &str = "\
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem;text-transform:capitalize}
section{border-top:1px solid #8886;padding:.5rem 0}
h3{font:600 1rem ui-monospace,monospace;margin:.5rem 0;overflow-wrap:anywhere}
h3 b{display:inline-block;min-width:4.5rem;color:#2b6cb0}
p{margin:.3rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.4rem 0}
dt,code,pre{font-family:ui-monospace,monospace}
dd{margin:0}
pre{overflow-x:auto;background:#8882;padding:.5rem;border-radius:4px}
";

/// The description at `/api/openapi.json`, the page at `/api`.
pub(super) fn router(description: &OpenApi) -> Router {
    let json = serde_json::to_value(description).unwrap_or_default();
    let page = page(&json);
    let json = json.to_string();
    Router::new()
        .route("/api", get(async || Html(page)))
        .route("/api/openapi.json", get(async || ([(CONTENT_TYPE, "application/json")], json)))
        .route("/api/page.css", get(async || ([(CONTENT_TYPE, "text/css")], STYLE)))
}

fn page(api: &Value) -> String {
    let mut page = String::from(
        "<!doctype html><html lang=en><meta charset=utf-8>\
         <meta name=viewport content=\"width=device-width\"><title>Sixfold API</title>\
         <link rel=stylesheet href=/api/page.css><h1>Sixfold API</h1>",
    );
    let about = text(&api["info"]["description"]);
    // Writing to a string cannot fail, here and below.
    let _ = write!(page, "<p>{about}<p>For programs: <a href=/api/openapi.json>OpenAPI 3.1</a>.");
    let mut tag = String::new();
    for (path, method, operation) in operations(api) {
        let own = text(&operation["tags"][0]);
        if own != tag {
            let _ = write!(page, "<h2>{own}</h2>");
            tag = own;
        }
        write_operation(&mut page, path, method, operation);
    }
    write_schemas(&mut page, api);
    page
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
    all.sort_by_key(|(path, _, operation)| (text(&operation["tags"][0]), *path));
    all
}

fn write_operation(page: &mut String, path: &str, method: &str, operation: &Value) {
    let (method, path) = (method.to_uppercase(), escape(path));
    let summary = text(&operation["summary"]);
    let _ = write!(page, "<section><h3><b>{method}</b> {path}</h3><p>{summary}");
    let more = text(&operation["description"]);
    if !more.is_empty() && more != summary {
        let _ = write!(page, "<p>{more}");
    }
    page.push_str("<dl>");
    for given in operation["parameters"].as_array().into_iter().flatten() {
        let (name, what) = (text(&given["name"]), text(&given["description"]));
        let _ = write!(page, "<dt>{name}<dd>{what}");
    }
    let contents = operation["requestBody"]["content"].as_object().into_iter().flatten();
    for (kind, content) in contents {
        let _ =
            write!(page, "<dt>body<dd>{} <code>{}</code>", shape(&content["schema"]), escape(kind));
    }
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let shapes = response["content"].as_object().into_iter().flatten();
        let shapes: Vec<String> = shapes.map(|(_, content)| shape(&content["schema"])).collect();
        let what = text(&response["description"]);
        let _ = write!(page, "<dt>{}<dd>{} {what}", escape(status), shapes.join(", "));
    }
    page.push_str("</dl></section>");
}

fn write_schemas(page: &mut String, api: &Value) {
    page.push_str("<h2>Shapes</h2>");
    for (name, schema) in api["components"]["schemas"].as_object().into_iter().flatten() {
        let (name, what) = (escape(name), text(&schema["description"]));
        let _ = write!(page, "<section id={name}><h3>{name}</h3><p>{what}<dl>");
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            let (field, what) = (escape(field), text(&schema["description"]));
            let _ = write!(page, "<dt>{field}<dd>{} {what}", shape(schema));
        }
        page.push_str("</dl>");
        if schema["properties"].is_null() {
            let drawn = serde_json::to_string_pretty(schema).unwrap_or_default();
            let _ = write!(page, "<pre>{}</pre>", escape(&drawn));
        }
        page.push_str("</section>");
    }
}

/// A schema in a word: its name as a link, or its type.
fn shape(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let name = escape(name);
        format!("<a href=#{name}>{name}</a>")
    } else if schema["type"] == "array" {
        format!("list of {}", shape(&schema["items"]))
    } else {
        format!("<code>{}</code>", escape(schema["type"].as_str().unwrap_or_default()))
    }
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
