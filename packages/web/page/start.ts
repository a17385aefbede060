// Before the page's code: it requests the session, the first view, the texts and what changes while that is still loading.
// It needs a separate file, since the policy of the page allows no script in the document.
import { addressOf, base } from "./data/address.ts"
import { loading } from "./languages.ts"

// If no response comes the page calls again, and says so.
const early = (path: string) => fetch(addressOf(path), { cache: "no-store" }).catch(() => undefined)

Object.assign(globalThis, {
  askedSession: early("/session"),
  // Most visits begin here.
  askedToday: location.pathname === base ? early("/v1/today") : undefined,
})
// A link signs in someone else.
if (location.pathname !== addressOf("/open")) {
  const source = new EventSource(addressOf("/v1/live"))
  const events: Array<MessageEvent> = []
  for (const type of ["changed", "now-playing"]) source.addEventListener(type, (event) => events.push(event))
  Object.assign(globalThis, { askedLive: { source, events } })
}
// The page waits for the same texts, and fails without them.
loading.catch(() => undefined)
