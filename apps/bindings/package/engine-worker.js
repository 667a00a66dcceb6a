// The engine's worker: loads the module and, in Node, gives it what a browser's worker has.

import init from "./engine/worker.js";

const inNode = typeof process !== "undefined" && Boolean(process.versions?.node);
const url = new URL("./engine/worker_bg.wasm", import.meta.url);

if (inNode) {
  const { parentPort } = await import("node:worker_threads");
  const { readFile } = await import("node:fs/promises");
  globalThis.postMessage = (data) => parentPort.postMessage(data);
  const early = [];
  parentPort.on("message", (data) => (globalThis.onmessage ? globalThis.onmessage({ data }) : early.push(data)));
  await init({ module_or_path: await readFile(url) });
  for (const data of early) globalThis.onmessage({ data });
} else {
  await init({ module_or_path: fetch(url) });
}
