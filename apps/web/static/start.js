// Starts the page, says so if that is not possible, and keeps everything for offline use.
import init from "{{page.js}}";

try {
  await init({ module_or_path: "{{page.wasm}}" });
} catch (error) {
  document.getElementById("wait")?.replaceChildren(
    Object.assign(document.createElement("p"), {
      textContent: "This browser cannot run Sixfold. A current one can.",
    }),
  );
  throw error;
}

navigator.serviceWorker
  ?.register("/service-worker.js", { updateViaCache: "none" })
  .catch((error) => console.info("Sixfold will not work offline:", error.message));
