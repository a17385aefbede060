// Before the page's code: it requests the session and the texts while that is still loading. It needs a separate file,
// since the policy of the page allows no script in the document.
import { loading } from "./languages.ts"

Object.assign(globalThis, {
  // If no response comes the page calls again, and says so.
  askedSession: fetch(new URL("session", document.baseURI), { cache: "no-store" }).catch(() => undefined),
})
// The page waits for the same texts, and fails without them.
loading.catch(() => undefined)
