//! A value of JSON as the browser has read it.

use js_sys::{Array, JSON, Reflect};
use wasm_bindgen::{JsCast, JsValue};

#[derive(Clone, Debug, Default)]
pub(super) struct BrowserValue(JsValue);

impl From<JsValue> for BrowserValue {
    fn from(value: JsValue) -> Self {
        Self(value)
    }
}

impl BrowserValue {
    pub(super) fn field(&self, name: &str) -> Self {
        Self(Reflect::get(&self.0, &JsValue::from_str(name)).unwrap_or_default())
    }

    pub(super) fn text(&self) -> Option<String> {
        self.0.as_string()
    }

    pub(super) fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    pub(super) fn flag(&self) -> Option<bool> {
        self.0.as_bool()
    }

    pub(super) fn items(&self) -> Option<Vec<Self>> {
        let array: &Array = self.0.dyn_ref()?;
        Some(array.iter().map(Self).collect())
    }

    pub(super) fn quote(text: &str) -> String {
        JSON::stringify(&JsValue::from_str(text)).map(String::from).unwrap_or_default()
    }
}
