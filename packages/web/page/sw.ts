/// <reference lib="webworker" />

// The shell of the page for when no server is reached: the document and its code. Responses of the API are stored by the page.
const worker = globalThis as unknown as ServiceWorkerGlobalScope
const home = worker.registration.scope

/** The code of the page, put in when it is built. Its names change with it, and so this file does. */
const built = "__ASSETS__"
const assets = built.split(" ")
const ours = `daybook ${home} `
const shell = ours + assets.join(" ")
// One name is one content, however it was requested.
const known = { cacheName: shell, ignoreVary: true }

worker.addEventListener("install", (event) => {
  const files = assets.map((path) => home + path)
  event.waitUntil(
    caches
      .open(shell)
      .then((cache) => cache.addAll([home, ...files]))
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener("activate", (event) => {
  const forgetOld = caches
    .keys()
    .then((names) =>
      Promise.all(
        names.filter((name) => name.startsWith(ours) && name !== shell).map((name) => caches.delete(name)),
      ),
    )
  event.waitUntil(forgetOld.then(() => worker.clients.claim()))
})

worker.addEventListener("fetch", (event) => {
  const { request } = event
  const isOwn = request.url.startsWith(home)
  const path = request.url.slice(home.length)
  if (request.method !== "GET" || !isOwn || /^(v1|docs|apis|link|mcp|session)(\/|\?|$)/.test(path)) return
  if (request.mode === "navigate") {
    // Every view is the same document. A proxy responds for a server that is down.
    event.respondWith(
      fetch(request)
        .catch(() => Response.error())
        .then(async (answer) =>
          answer.type === "error" || (answer.status >= 502 && answer.status <= 504)
            ? ((await caches.match(home, known)) ?? answer)
            : answer,
        ),
    )
  } else if (path.startsWith("assets/")) {
    event.respondWith(caches.match(request, known).then((kept) => kept ?? fetch(request)))
  }
})
