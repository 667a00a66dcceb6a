//! JSON values, parsed and written by the browser.

use js_sys::{Array, JSON, Reflect};
use wasm_bindgen::{JsCast, JsValue};

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
pub(crate) struct Json(JsValue);

impl From<JsValue> for Json {
    fn from(value: JsValue) -> Self {
        Self(value)
    }
}

impl Json {
    /// A field; of something without it, nothing.
    pub(crate) fn field(&self, name: &str) -> Self {
        Self(Reflect::get(&self.0, &JsValue::from_str(name)).unwrap_or_default())
    }

    /// A field that is a text.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.field(name).0.as_string()
    }

    /// A field that is a number.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.field(name).0.as_f64()
    }

    /// A field that is a whole number.
    pub(crate) fn count(&self, name: &str) -> Option<u64> {
        self.number(name).map(|number| number as u64)
    }

    /// Whether a field is there and true.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.field(name).0.as_bool().unwrap_or_default()
    }

    /// A field that is a list of texts.
    pub(crate) fn texts(&self, name: &str) -> Option<Vec<String>> {
        self.field(name).items()?.iter().map(|item| item.0.as_string()).collect()
    }

    fn items(&self) -> Option<Vec<Self>> {
        let array: &Array = self.0.dyn_ref()?;
        Some(array.iter().map(Self).collect())
    }
}

/// A text as JSON writes it.
pub(crate) fn quote(text: &str) -> String {
    JSON::stringify(&JsValue::from_str(text)).map(String::from).unwrap_or_default()
}

/// An object of texts.
pub(crate) fn object(fields: &[(&str, &str)]) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}:{}", quote(name), quote(value))).collect();
    format!("{{{}}}", fields.join(","))
}
