// Starts the app after the first paint, says so if that is not possible, and keeps everything for offline use.

// What the server wrote is seen first: until then nothing else is fetched or compiled. Hidden pages are not painted.
const painted = new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 300);
});

// The links of the page to what the app needs: all files at once, instead of one after the other.
function fetchAhead() {
  for (const link of document.querySelectorAll("link[data-after-paint]")) {
    link.rel = link.dataset.afterPaint;
  }
}

function say(text) {
  const line = Object.assign(document.createElement("p"), { textContent: text });
  document.getElementById("wait")?.replaceChildren(line);
}

try {
  await painted;
  fetchAhead();
  const { default: init } = await import("{{page.js}}");
  await init({ module_or_path: "{{page.wasm}}" });
} catch (error) {
  say("This browser cannot run Sixfold. A current one can.");
  throw error;
}

// A worker that fetches every file, the engine's too, waits until the page has been there for a while and the browser
// has nothing else to do.
function keepForOffline() {
  if (document.getElementById("wait")) {
    setTimeout(keepForOffline, 1000);
    return;
  }
  if (globalThis.requestIdleCallback) requestIdleCallback(register, { timeout: 5000 });
  else register();
}

function register() {
  navigator.serviceWorker
    ?.register("/service-worker.js", { updateViaCache: "none" })
    .catch((error) => console.info("Sixfold will not work offline:", error.message));
}
setTimeout(keepForOffline, 7000);
