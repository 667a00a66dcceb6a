//! JSON values: responses of the server and bodies of requests.
//!
//! The browser itself reads JSON. Tests read answers that are made from the `OpenAPI` document instead, so that
//! a field that the server does not promise is found there (`schema_value`).

#[cfg(not(test))]
use super::browser_value::BrowserValue as Value;
#[cfg(test)]
use super::schema_value::SchemaValue as Value;
use wasm_bindgen::JsValue;

/// A type that can be read from JSON.
pub(crate) trait FromJson: Sized {
    /// Nothing if the answer is another one than expected.
    fn read(json: &Json) -> Option<Self>;
}

impl<T: FromJson> FromJson for Vec<T> {
    fn read(json: &Json) -> Option<Self> {
        json.items()?.iter().map(T::read).collect()
    }
}

/// A value of JSON; nothing at first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Json(pub(super) Value);

impl From<JsValue> for Json {
    fn from(value: JsValue) -> Self {
        Self(value.into())
    }
}

impl Json {
    /// A field; of something without it, nothing.
    pub(crate) fn field(&self, name: &str) -> Self {
        Self(self.0.field(name))
    }

    /// A field that is a text.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.field(name).0.text()
    }

    /// A field that is a number.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.field(name).0.number()
    }

    /// A field that is a whole number.
    pub(crate) fn count(&self, name: &str) -> Option<u64> {
        self.number(name).map(|number| number as u64)
    }

    /// Whether a field is there and true.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.field(name).0.flag().unwrap_or_default()
    }

    /// A field that is a list of texts.
    pub(crate) fn texts(&self, name: &str) -> Option<Vec<String>> {
        self.field(name).items()?.iter().map(|item| item.0.text()).collect()
    }

    fn items(&self) -> Option<Vec<Self>> {
        Some(self.0.items()?.into_iter().map(Self).collect())
    }
}

/// A text as JSON writes it.
pub(super) fn quote(text: &str) -> String {
    Value::quote(text)
}

/// A list of texts.
pub(super) fn list(texts: &[&str]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quote(text)).collect();
    format!("[{}]", texts.join(","))
}

/// An object of texts.
pub(super) fn object(fields: &[(&str, &str)]) -> String {
    let fields: Vec<(&str, String)> =
        fields.iter().map(|(name, text)| (*name, quote(text))).collect();
    object_of(&fields)
}

/// An object of values that are JSON already.
pub(super) fn object_of(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}:{value}", quote(name))).collect();
    format!("{{{}}}", fields.join(","))
}
