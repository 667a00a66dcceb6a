// Starts the engine in its worker.
import init from "{{engine.js}}";

await init({ module_or_path: "{{engine.wasm}}" });
