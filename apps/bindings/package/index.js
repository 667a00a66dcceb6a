// Rules of all games, drawing as SVG, and the engine in a worker; in browsers and in Node.
//
// The rules are a WebAssembly module that answers questions in JSON; the engine is another one, in a worker.

import init, { answer, gameNames, searchRequest, workerResponse } from "./rules/bindings.js";

const inNode = typeof process !== "undefined" && Boolean(process.versions?.node);

/** The bytes of a file beside this one. */
async function bytesOf(path) {
  const url = new URL(path, import.meta.url);
  if (inNode) {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  return fetch(url);
}

let loaded;

/** Loads the rules, once. */
export function load() {
  loaded ??= bytesOf("./rules/bindings_bg.wasm").then(async (bytes) => {
    await init({ module_or_path: bytes });
    return { games: gameNames(), start, fromPosition, fromRecord, engine };
  });
  return loaded;
}

/** What is wrong with a question: `code`, `message` and `place`. */
export class SixfoldError extends Error {
  constructor({ code, message, place }) {
    super(message);
    this.name = "SixfoldError";
    this.code = code;
    this.place = place;
  }
}

function ask(question) {
  const told = JSON.parse(answer(JSON.stringify(question)));
  if (!told.ok) throw new SixfoldError(told.error);
  return told.result;
}

/** A game where it stands. It never changes: `play` gives another one. */
export class Game {
  #record;
  #state = new Map();

  constructor(game, query) {
    this.game = game;
    this.#record = ask({ ask: "apply", game, query, play: [] }).record;
  }

  #ask(kind, viewer, more = {}) {
    const query = { record: this.#record, viewer };
    return ask({ ask: kind, game: this.game, query, ...more });
  }

  /** The whole game as text. */
  get record() {
    return this.#record;
  }

  /** The position in machine notation. */
  get position() {
    return this.state().position;
  }

  /** The result, once the game is over. */
  get result() {
    return this.state().result ?? null;
  }

  state(viewer = "all") {
    if (!this.#state.has(viewer)) this.#state.set(viewer, this.#ask("state", viewer));
    return this.#state.get(viewer);
  }

  moves(viewer = "all") {
    return this.#ask("moves", viewer).moves;
  }

  check(move, viewer = "all") {
    return this.#ask("check", viewer, { move });
  }

  play(...moves) {
    return new Game(this.game, { record: this.#record, moves });
  }

  svg(viewer = "all") {
    return this.#ask("picture", viewer);
  }
}

function start(game, options = "") {
  return new Game(game, { options });
}

function fromPosition(game, position) {
  return new Game(game, { position });
}

function fromRecord(game, record) {
  return new Game(game, { record });
}

/** A worker with the engine's module, the same in browsers and in Node. */
async function newWorker() {
  const script = new URL("./engine-worker.js", import.meta.url);
  if (!inNode) {
    const worker = new Worker(script, { type: "module" });
    return {
      post: (data) => worker.postMessage(data),
      listen: (heard, failed) => {
        worker.onmessage = (event) => heard(event.data);
        worker.onerror = (event) => failed(new Error(event.message || "the engine's worker failed"));
      },
      end: () => worker.terminate(),
    };
  }
  const threads = await import("node:worker_threads");
  const worker = new threads.Worker(script);
  return {
    post: (data) => worker.postMessage(data),
    listen: (heard, failed) => {
      worker.on("message", heard);
      worker.on("error", failed);
    },
    end: () => worker.terminate(),
  };
}

/** How a search is stopped: by shared memory or, where a page has none, by an address that is revoked. */
function stopSignal(worker) {
  const shared = typeof SharedArrayBuffer !== "undefined" && (inNode || globalThis.crossOriginIsolated);
  if (shared) {
    const words = new Int32Array(new SharedArrayBuffer(8));
    worker.post(words);
    return { begin: () => {}, stop: (id) => Atomics.store(words, 0, id + 1) };
  }
  let url = null;
  const stop = () => url && URL.revokeObjectURL(url);
  const begin = () => {
    stop();
    url = URL.createObjectURL(new Blob([""]));
    worker.post(url);
  };
  return { begin, stop };
}

/** Starts the engine. */
async function engine() {
  const worker = await newWorker();
  let search = null;
  let readied;
  const ready = new Promise((resolve, reject) => (readied = { resolve, reject }));
  const heard = (data) => {
    const told = JSON.parse(workerResponse(new Uint8Array(data), search?.position ?? ""));
    if (told.kind === "ready") return readied.resolve();
    if (!search || told.id !== search.id) return undefined;
    if (told.kind === "progress") return search.progress?.(told.result);
    if (told.kind === "best") return search.resolve(told.result);
    if (told.kind === "refused") return search.reject(new Error(told.why));
    return undefined;
  };
  worker.listen(heard, (error) => {
    readied.reject(error);
    search?.reject(error);
  });
  await ready;
  return new Engine(worker, stopSignal(worker), (next) => (search = next));
}

/** An engine in a worker; it searches one position at a time. */
export class Engine {
  #worker;
  #signal;
  #expect;
  #id = 0;
  #busy = null;

  constructor(worker, signal, expect) {
    this.#worker = worker;
    this.#signal = signal;
    this.#expect = expect;
  }

  /** Searches for the best move; a search that runs is stopped first. */
  async best(game, limits = {}, progress = undefined) {
    this.stop();
    await this.#busy?.catch(() => {});
    if (game.result) throw new SixfoldError({ code: "game_over", message: "the game is over" });
    const id = ++this.#id;
    const { level, lines, seed, milliseconds, nodes, depth } = limits;
    const limited = milliseconds ?? nodes ?? depth;
    const time = limited === undefined ? 1000 : milliseconds;
    const request = { id, game: game.game, record: game.record, level, lines, seed, milliseconds: time, nodes, depth };
    const bytes = searchRequest(JSON.stringify(request));
    if (!bytes) throw new SixfoldError({ code: "bad_question", message: "a limit is not a number" });
    this.#busy = new Promise((resolve, reject) => {
      this.#expect({ id, position: game.position, progress, resolve, reject });
      this.#signal.begin();
      this.#worker.post(bytes);
    });
    return this.#busy;
  }

  /** Stops the search that runs; it ends with what it has found. */
  stop() {
    this.#signal.stop(this.#id);
  }

  /** Ends the worker. */
  close() {
    return this.#worker.end();
  }
}
