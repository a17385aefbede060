import { addressOf } from "./address.ts"
import type { NowPlaying } from "./responses.ts"
import { away, lookForServer } from "./asking.ts"
import { changed, liveSince, refresh } from "./cache.ts"
import { findSession } from "./session.ts"
import { signal } from "./signal.ts"

/** The track that plays, or the last one, as the server reports it; undefined until it has. */
export const nowPlaying = signal<NowPlaying | undefined>(undefined)

// A sync changes much in little time: what is shown is read again once in a while, and not with each play.
const refreshEvery = 15_000
let refreshAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

const refreshSoon = () => {
  if (timer !== undefined) return
  timer = setTimeout(
    () => {
      timer = undefined
      refreshAt = Date.now() + refreshEvery
      refresh()
    },
    Math.max(300, refreshAt - Date.now()),
  )
}

const againAfter = 5_000

/** Listens to changes, for as long as the page is signed in. Returns the function that ends it. */
export const listen = (): (() => void) => {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let missed = false
  const begin = () => {
    const events = new EventSource(addressOf("/v1/live"))
    source = events
    events.addEventListener("open", () => {
      liveSince.set(Date.now())
      away.set(undefined)
      // A stream that reopens does not report what was missed.
      if (missed) {
        changed()
        refreshSoon()
      }
      missed = false
    })
    const on = (type: string, told: (data: unknown) => void) =>
      events.addEventListener(type, (event: MessageEvent) => told(JSON.parse(String(event.data))))
    on("changed", (data) => {
      changed((data as { readonly domain: string }).domain)
      refreshSoon()
    })
    on("now-playing", (data) => nowPlaying.set(data as NowPlaying))
    events.addEventListener("error", () => {
      liveSince.set(undefined)
      missed = true
      if (events.readyState !== EventSource.CLOSED) return
      // The server returned an error: the key may be revoked, or the limit reached.
      void findSession()
      again = setTimeout(begin, againAfter)
    })
  }
  begin()
  return () => {
    clearTimeout(again)
    source?.close()
    liveSince.set(undefined)
  }
}

/**
 * Reconnects automatically: when the network is back, when the page is visible again, and now and then while the server
 * cannot respond.
 */
export const keepTrying = (): void => {
  const retry = async () => {
    if (document.visibilityState !== "visible") return
    // The view may have nothing to read again, and changes wait for the server.
    if (away.get() !== undefined) away.set(await lookForServer())
    refresh()
  }
  window.addEventListener("online", () => void retry())
  document.addEventListener("visibilitychange", () => void retry())
  setInterval(() => away.get() !== undefined && void retry(), againAfter)
}
