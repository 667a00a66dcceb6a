// Plays the package as Node sees it: `node node.mjs FOLDER`, where FOLDER holds the unpacked package.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { load, SixfoldError } = await import(pathToFileURL(`${folder}/index.js`).href);
const sixfold = await load();
const engine = await sixfold.engine();

/** A game of the engine against itself, until its end or so many moves. */
async function played(name, options, most) {
  let game = sixfold.start(name, options);
  while (!game.result && game.state().ply < most) {
    const best = await engine.best(game, { level: 1, milliseconds: 20 });
    assert.equal(game.check(best.move).legal, true, `${name}: ${best.move}`);
    game = game.play(best.move);
  }
  assert.ok(game.svg().startsWith("<svg"));
  assert.equal(sixfold.fromRecord(name, game.record).position, game.position);
  return game;
}

const hex = await played("hex", "size=4", 99);
assert.ok(hex.result, "a game of Hex has an end");
for (const name of sixfold.games) await played(name, "", 10);

// Errors have a code and a place.
const error = (() => {
  try {
    return sixfold.start("hex", "size=5").play("c3", "c3");
  } catch (error) {
    return error;
  }
})();
assert.ok(error instanceof SixfoldError);
assert.deepEqual([error.code, error.place], ["illegal_move", { part: "moves", index: 2 }]);

// A search without a limit of its own is stopped.
const start = sixfold.start("eclipse");
const begun = performance.now();
const endless = engine.best(start, { milliseconds: 60_000 });
setTimeout(() => engine.stop(), 200);
const stopped = await endless;
assert.equal(start.check(stopped.move).legal, true);
const seconds = (performance.now() - begun) / 1000;
assert.ok(seconds < 30, `stopped after ${seconds} s`);

// What the types declare is what the answers have.
const types = readFileSync(`${folder}/index.d.ts`, "utf8");
assert.ok(types.includes(`GameName = ${sixfold.games.map((name) => `"${name}"`).join(" | ")};`));
const declared = (name) => {
  const body = types.split(`export interface ${name} {`)[1].split("\n}")[0];
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map((match) => match[1]);
};
const state = sixfold.start("hexchess").state();
for (const [name, value] of [["State", state], ["Move", start.moves()[0]], ["Best", stopped], ["Result", hex.result]]) {
  for (const key of Object.keys(value)) assert.ok(declared(name).includes(key), `${name}.${key} is declared`);
}

await engine.close();
console.log(`node ${process.version}: ${hex.state().caption} after ${hex.state().ply} moves`);
