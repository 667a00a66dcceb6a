//! Words with the engine's worker, spoken from inside a page.

use crate::Page;
use serde_json::Value;
use worker_protocol::{Request, Response, decode, encode};

/// What the engine in the page says of its fixed piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Benched {
    /// Nodes visited.
    pub nodes: u64,
    /// Everything found, folded into a number.
    pub fold: u64,
    /// Nodes a second.
    pub speed: u64,
}

/// Has the engine do its fixed piece of work for a game, in a worker of its own.
///
/// # Panics
/// If it does not answer.
pub async fn bench(page: &Page, game: &str) -> Benched {
    let ask = encode(&Request::Bench { id: 1, game: game.to_owned() });
    // The first word says that it hears, the next one is the answer.
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
        other => panic!("the worker says {other:?}"),
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

/// What the workers say that the page starts from now on.
#[derive(Clone, Debug)]
pub struct Overheard {
    page: Page,
    responses: Vec<Response>,
}

impl Overheard {
    /// Listens from now on.
    pub async fn listen(page: &Page) -> Self {
        let script = "const Plain = window.Worker; window.started = []; window.heard = []; \
             window.terminated = 0; \
             window.Worker = class extends Plain { \
               constructor(...args) { super(...args); window.started.push(this); \
                 this.addEventListener('message', event => window.heard.push([...event.data])); } \
               terminate() { window.terminated += 1; super.terminate(); } }";
        page.script(script).await;
        Self { page: page.clone(), responses: Vec::new() }
    }

    /// The number of workers that were started.
    ///
    /// # Panics
    /// If nobody listens any more, because the page was left.
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
            self.page.wait_until("window.heard.length > 0").await;
            let said = self.page.script("return window.heard.splice(0)").await;
            self.responses.extend(said.as_array().into_iter().flatten().filter_map(response));
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
