//! Messages to and from the engine's workers of a page.

use crate::Page;
use serde_json::Value;
use worker_protocol::{Request, Response, decode, encode};

/// The result of the benchmark in the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Benched {
    /// Nodes visited.
    pub nodes: u64,
    /// Signature: a hash of all results.
    pub fold: u64,
    /// Nodes a second.
    pub speed: u64,
}

/// Runs the benchmark of a game in a new worker.
///
/// # Panics
/// If it does not answer.
pub async fn bench(page: &Page, game: &str) -> Benched {
    let ask = encode(&Request::Bench { id: 1, game: game.to_owned() });
    // The first message says that the worker is ready, the second one is the response.
    let script = format!(
        "window.answer = null; \
         const address = document.querySelector('meta[name=engine]').content; \
         const worker = new Worker(address, {{ type: 'module' }}); \
         let ready = false; \
         worker.onmessage = event => {{ \
           if (ready) {{ window.answer = [...event.data]; worker.terminate(); }} \
           else {{ ready = true; worker.postMessage(new Uint8Array({ask:?})); }} }}"
    );
    page.script(&script).await;
    page.wait_until("window.answer").await;
    match response(&page.script("return window.answer").await) {
        Some(Response::Bench { nodes, fold, speed, .. }) => Benched { nodes, fold, speed },
        other => panic!("the worker answers {other:?}"),
    }
}

/// Puts a game on the analysis board, which shows its start.
pub async fn paste(page: &Page, record: &str) {
    page.find("#paste").await;
    let text = Value::from(record);
    page.script(&format!("document.querySelector('#paste').value = {text}")).await;
    page.click("#load").await;
}

/// Chooses the number of workers that search together.
pub async fn set_threads(page: &Page, threads: u32) {
    page.find("#threads").await;
    let script = format!(
        "const list = document.querySelector('#threads'); list.value = '{threads}'; \
         list.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    );
    page.script(&script).await;
}

/// Records the responses of all workers that the page starts (spy on `Worker`).
#[derive(Clone, Debug)]
pub struct WorkerSpy {
    page: Page,
    responses: Vec<Response>,
}

impl WorkerSpy {
    /// Starts recording.
    pub async fn listen(page: &Page) -> Self {
        let script = "const Plain = window.Worker; window.started = []; window.responses = []; \
             window.terminated = 0; \
             window.Worker = class extends Plain { \
               constructor(...args) { super(...args); window.started.push(this); \
                 this.addEventListener('message', event => window.responses.push([...event.data])); } \
               terminate() { window.terminated += 1; super.terminate(); } }";
        page.script(script).await;
        Self { page: page.clone(), responses: Vec::new() }
    }

    /// The number of workers that were started.
    ///
    /// # Panics
    /// If the page was left, which ends the recording.
    pub async fn workers(&self) -> u64 {
        self.page.script("return window.started.length").await.as_u64().expect("a number")
    }

    /// Waits until the page has terminated all workers that it started.
    pub async fn all_terminated(&self) {
        self.page.wait_until("window.terminated === window.started.length").await;
    }

    /// All responses so far, as soon as something can be made of them.
    ///
    /// # Panics
    /// If that does not come.
    pub async fn until<T>(&mut self, find: impl Fn(&[Response]) -> Option<T>) -> T {
        loop {
            if let Some(found) = find(&self.responses) {
                return found;
            }
            self.page.wait_until("window.responses.length > 0").await;
            let new = self.page.script("return window.responses.splice(0)").await;
            self.responses.extend(new.as_array().into_iter().flatten().filter_map(response));
        }
    }
}

/// A response from its bytes.
fn response(bytes: &Value) -> Option<Response> {
    let byte = |byte: &Value| byte.as_u64()?.try_into().ok();
    decode(&bytes.as_array()?.iter().filter_map(byte).collect::<Vec<u8>>())
}

/// How large the memory of the engine's module can grow, in bytes: it is made to grow until the
/// browser refuses.
///
/// # Panics
/// If the page has no engine.
pub async fn most_memory(page: &Page) -> u64 {
    let script = "return (async () => { \
         const address = document.querySelector('meta[name=engine]').content; \
         const starter = await (await fetch(address)).text(); \
         const code = await fetch(starter.match(/[^\\s'\"]*worker_bg\\.wasm/)[0]); \
         const module = await WebAssembly.compile(await code.arrayBuffer()); \
         const imports = {}; \
         for (const { module: from, name } of WebAssembly.Module.imports(module)) { \
           (imports[from] ??= {})[name] = () => {}; } \
         const { memory } = (await WebAssembly.instantiate(module, imports)).exports; \
         try { for (;;) memory.grow(1); } catch { return memory.buffer.byteLength; } })()";
    page.script(script).await.as_u64().expect("a number of bytes")
}
