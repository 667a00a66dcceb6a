// Loads the later parts of the page's module: each file once, and again if it did not come.
import { initSync } from "{{main}}";

const loading = new Map();

function load(file) {
  if (!loading.has(file)) {
    const fetched = fetch(new URL(file, import.meta.url));
    // The parts share the memory, the stack and the table of functions of the first.
    const loaded = WebAssembly.instantiateStreaming(fetched, { __wasm_split: initSync() });
    loading.set(file, loaded);
    loaded.catch(() => loading.delete(file));
  }
  return loading.get(file);
}

// Calls a function of the first part by its place in the table, and tells it whether all files came.
const part = (files) => async (callback, argument) => {
  let complete = true;
  try {
    await Promise.all(files.map(load));
  } catch (error) {
    console.error(error);
    complete = false;
  }
  initSync().__indirect_function_table.get(callback)(argument, complete);
};

