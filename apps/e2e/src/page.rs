//! Page object: drives a browser tab by `WebDriver`. Every method waits (implicit waits) for the elements it needs.

use crate::driver::Driver;
use crate::static_files::StaticFiles;
use crate::tcp_proxy::TcpProxy;
use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// A loaded machine may be slow; nothing is measured here.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often a click is tried.
const CLICKS: u32 = 20;

/// How large the browser's window is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Screen {
    /// 1280 × 800.
    Desktop,
    /// 360 × 740, touched.
    Phone,
    /// 2560 × 1440.
    Wall,
}

impl Screen {
    const fn size(self) -> (u32, u32) {
        match self {
            Self::Desktop => (1280, 800),
            Self::Phone => (360, 740),
            Self::Wall => (2560, 1440),
        }
    }
}

/// A page in the browser.
#[derive(Clone, Debug)]
pub struct Page {
    client: Client,
    site: String,
}

impl Page {
    pub(crate) async fn start(driver: &Driver, site: String, screen: Screen) -> Self {
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(driver.wishes())
            .connect(&driver.address)
            .await
            .expect("Chromium starts");
        let page = Self { client, site };
        page.resize(screen).await;
        // Tests run side by side: an engine with every core would slow the others down.
        page.cores(1).await;
        page
    }

    pub(crate) async fn close(self) {
        // The driver ends the browser anyway.
        let _ = self.client.close().await;
    }

    /// Makes the window as large as a screen.
    pub async fn resize(&self, screen: Screen) {
        let (width, height) = screen.size();
        self.resize_to(width, height, screen == Screen::Phone).await;
    }

    /// Makes the window so large, in CSS pixels, and has it touched if it is a phone's.
    pub async fn resize_to(&self, width: u32, height: u32, phone: bool) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone })).await;
    }

    /// Makes the system say that it prefers something, such as `prefers-color-scheme` `dark`.
    pub async fn prefer(&self, feature: &str, value: &str) {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", features).await;
    }

    /// Makes the browser's processor so many times slower.
    pub async fn slow_down(&self, times: u32) {
        self.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": times })).await;
    }

    /// Makes the machine seem to have this many cores.
    pub async fn cores(&self, count: u32) {
        let cores = json!({ "hardwareConcurrency": count });
        self.devtools("Emulation.setHardwareConcurrencyOverride", cores).await;
    }

    /// The same page, which reaches the site through a proxy.
    #[must_use]
    pub fn through(self, proxy: &TcpProxy) -> Self {
        Self { site: proxy.address(), ..self }
    }

    /// The same browser, for pages that another server has.
    #[must_use]
    pub fn elsewhere(self, files: &StaticFiles) -> Self {
        Self { site: files.address(), ..self }
    }

    /// Goes to a place of the site.
    ///
    /// # Panics
    /// If the browser cannot.
    pub async fn open(&self, path: &str) {
        let address = format!("{}{path}", self.site);
        self.client.goto(&address).await.unwrap_or_else(|e| panic!("{address}: {e}"));
        self.wait_for_app().await;
    }

    /// What the server wrote into the page looks like the app: a touch of it would be lost. A page on which the app
    /// cannot start is left as it is.
    async fn wait_for_app(&self) {
        let started = Instant::now();
        let there = "return !document.querySelector('#wait')";
        while self.script(there).await != Value::Bool(true) && started.elapsed() < PATIENCE {
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Loads the page again.
    ///
    /// # Panics
    /// If the browser cannot.
    pub async fn reload(&self) {
        self.client.refresh().await.expect("the page loads again");
        self.wait_for_app().await;
    }

    /// The element that a selector names, as soon as it is there.
    ///
    /// # Panics
    /// If it does not come.
    pub async fn find(&self, selector: &str) -> Element {
        let wait = self.client.wait().at_most(PATIENCE);
        let found = wait.for_element(Locator::Css(selector)).await;
        found.unwrap_or_else(|e| panic!("nothing on the page is {selector}: {e}"))
    }

    /// How many elements a selector names now.
    ///
    /// # Panics
    /// If the browser does not answer.
    pub async fn count(&self, selector: &str) -> usize {
        self.client.find_all(Locator::Css(selector)).await.expect("an answer").len()
    }

    /// Scrolls to an element, as a person would, and clicks it.
    ///
    /// # Panics
    /// If it cannot be clicked.
    pub async fn click(&self, selector: &str) {
        let element = self.find(selector).await;
        let shown = serde_json::to_value(&element).expect("an element has a name");
        let scroll = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
        // What still moves, or lies under something that is just going away, is tried again.
        for left in (0..CLICKS).rev() {
            self.client.execute(scroll, vec![shown.clone()]).await.expect("it scrolls");
            match element.clone().click().await {
                Ok(()) => return,
                Err(error) if left == 0 => panic!("{selector} cannot be clicked: {error}"),
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    /// Takes one element with the mouse, carries it to another and lets go.
    ///
    /// # Panics
    /// If either is not there.
    pub async fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.find(from).await, self.find(to).await);
        let over =
            |element| PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 };
        let button = MOUSE_BUTTON_LEFT;
        let mouse = MouseActions::new("mouse".to_owned())
            .then(over(from))
            .then(PointerAction::Down { button })
            .then(PointerAction::MoveBy { duration: None, x: 20.0, y: 20.0 })
            .then(over(to))
            .then(PointerAction::Up { button });
        self.client.perform_actions(mouse).await.expect("the mouse moves");
    }

    /// Moves the mouse over an element.
    ///
    /// # Panics
    /// If it is not there.
    pub async fn hover(&self, selector: &str) {
        let element = self.find(selector).await;
        let over = PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 };
        let mouse = MouseActions::new("mouse".to_owned()).then(over);
        self.client.perform_actions(mouse).await.expect("the mouse moves");
    }

    /// Presses keys on an element.
    ///
    /// # Panics
    /// If it takes none.
    pub async fn press(&self, selector: &str, keys: &str) {
        let pressed = self.find(selector).await.send_keys(keys).await;
        pressed.unwrap_or_else(|e| panic!("{selector} takes no keys: {e}"));
    }

    /// The visible text of an element.
    ///
    /// # Panics
    /// If it has none.
    pub async fn text(&self, selector: &str) -> String {
        self.find(selector).await.text().await.expect("a text")
    }

    /// Waits until an element's text contains something.
    ///
    /// # Panics
    /// If it does not come to that.
    pub async fn wait_for_text(&self, selector: &str, wanted: &str) {
        let script = format!("document.querySelector({selector:?})?.textContent ?? ''");
        self.wait_until(&format!("({script}).includes({wanted:?})")).await;
    }

    /// Waits until a JavaScript expression is true.
    ///
    /// # Panics
    /// If it does not come to that.
    pub async fn wait_until(&self, expression: &str) {
        let started = Instant::now();
        while self.script(&format!("return Boolean({expression})")).await != Value::Bool(true) {
            assert!(started.elapsed() < PATIENCE, "it does not come to: {expression}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// The value of a script's `return`; a promise is waited for.
    ///
    /// # Panics
    /// If the script fails.
    pub async fn script(&self, script: &str) -> Value {
        let value = self.client.execute(script, Vec::new()).await;
        value.unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// What the browser has complained about since it was last asked.
    ///
    /// # Panics
    /// If it keeps no log.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.command("se/log", json!({ "type": "browser" })).await;
        let entries = log.as_array().expect("a log").iter();
        let bad =
            entries.filter(|entry| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING")));
        bad.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Keeps what is shown as `target/screenshots/<name>.png`; where that is.
    pub async fn picture(&self, name: &str) -> PathBuf {
        let folder = screenshots();
        let _ = std::fs::create_dir_all(&folder);
        let file = folder.join(name).with_extension("png");
        match self.client.screenshot().await {
            Ok(picture) => drop(std::fs::write(&file, picture)),
            Err(error) => eprintln!("no picture of {name}: {error}"),
        }
        file
    }

    /// Kept pictures side by side, each so wide and with its name, as one WebP. The window is as large
    /// as that afterwards.
    ///
    /// # Panics
    /// If a picture is not there, or the browser cannot show it.
    pub async fn contact_sheet(&self, files: &[PathBuf], columns: usize, width: u32) -> Vec<u8> {
        let figures: String = files.iter().map(|file| figure(file)).collect();
        let sheet = format!(
            "<style>body {{ margin: 8px; display: grid; gap: 8px; background: #888; \
             grid-template-columns: repeat({columns}, {width}px); font: 11px sans-serif }} \
             figure {{ margin: 0 }} img {{ display: block; width: 100% }}</style>{figures}"
        );
        self.client.goto("about:blank").await.expect("an empty page");
        // Larger than the sheet will be, so that it is not scrolled.
        let whole = (width + 8) * u32::try_from(columns).unwrap_or(1) + 8;
        self.resize_to(whole, 400, false).await;
        let script = "document.open(); document.write(arguments[0]); document.close(); \
            return Promise.all([...document.images].map(i => i.decode())) \
            .then(() => document.documentElement.scrollHeight)";
        let height = self.client.execute(script, vec![sheet.into()]).await.expect("the pictures");
        let height = height.as_u64().and_then(|height| u32::try_from(height).ok());
        self.resize_to(whole, height.expect("a height"), false).await;
        let wanted = json!({ "format": "webp", "quality": 70 });
        let command = json!({ "cmd": "Page.captureScreenshot", "params": wanted });
        let answer = self.command("goog/cdp/execute", command).await;
        bytes(answer["data"].as_str().expect("a picture of the sheet"))
    }

    async fn devtools(&self, command: &str, params: Value) {
        self.command("goog/cdp/execute", json!({ "cmd": command, "params": params })).await;
    }

    async fn command(&self, path: &'static str, body: Value) -> Value {
        let answer = self.client.issue_cmd(Vendor { path, body }).await;
        answer.unwrap_or_else(|e| panic!("{path}: {e}"))
    }
}

/// A picture with its name, in HTML.
fn figure(file: &Path) -> String {
    let bytes = std::fs::read(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let picture = base64(&bytes);
    format!(r#"<figure>{name}<img src="data:image/png;base64,{picture}"></figure>"#)
}

/// What Base64 (RFC 4648) stands for.
fn bytes(text: &str) -> Vec<u8> {
    let place = |sign: u8| DIGITS.iter().position(|digit| *digit == sign);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for four in text.as_bytes().chunks(4) {
        let digits: Vec<usize> = four.iter().copied().filter_map(place).collect();
        let bits =
            digits.iter().enumerate().fold(0, |bits, (n, digit)| bits | digit << (18 - 6 * n));
        bytes.extend_from_slice(&bits.to_be_bytes()[5..][..digits.len().saturating_sub(1)]);
    }
    bytes
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 (RFC 4648), as addresses with data have it.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut three = [0; 4];
        three[1..=chunk.len()].copy_from_slice(chunk);
        let bits = u32::from_be_bytes(three);
        for digit in 0..4 {
            let value = (bits >> (18 - 6 * digit)) & 63;
            let is_padding = digit as usize > chunk.len();
            text.push(if is_padding { '=' } else { DIGITS[value as usize].into() });
        }
    }
    text
}

fn screenshots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots")
}

/// A command that only Chromium's driver knows.
#[derive(Debug)]
struct Vendor {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Vendor {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::{base64, bytes};

    /// The test vectors of RFC 4648.
    #[test]
    fn base64_is_that_of_the_standard() {
        for (text, encoded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(text.as_bytes()), encoded);
            assert_eq!(bytes(encoded), text.as_bytes());
        }
    }
}
