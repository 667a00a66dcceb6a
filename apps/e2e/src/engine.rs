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
    let Value::Array(bytes) = page.script("return window.answer").await else {
        panic!("the worker answers with bytes")
    };
    let bytes: Vec<u8> = bytes.iter().filter_map(|byte| byte.as_u64()?.try_into().ok()).collect();
    match decode(&bytes) {
        Some(Response::Bench { nodes, fold, speed, .. }) => Benched { nodes, fold, speed },
        other => panic!("the worker says {other:?}"),
    }
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
