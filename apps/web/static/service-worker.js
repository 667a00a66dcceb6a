// Keeps every file of this version, so that all of Sixfold works offline after the first visit.
//
// Every kept file has its content's hash in its name. A new version is kept beside the old one,
// which stays for pages that are still open; the next start shows the new one.
const VERSION = "sixfold-{{version}}";
const PAGE = "{{page}}";
const FILES = {{files}};

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forget().then(() => self.clients.claim()));
});

// All versions but this one and the one before it.
async function forget() {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith("sixfold-") && name !== VERSION,
  );
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && isPlace(url.pathname)) {
    event.respondWith(kept(PAGE, request));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(kept(url.pathname, request));
  }
});

// A place inside the app, and not a file or something that only the server knows.
function isPlace(path) {
  const ours = path !== "/healthz" && path !== "/api" && !path.startsWith("/api/");
  return ours && !path.split("/").pop().includes(".");
}

async function kept(path, request) {
  return (await caches.match(path, { ignoreVary: true })) ?? fetch(request);
}
