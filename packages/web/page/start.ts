// One line before the page's code: it requests the session while that is still loading. It needs a separate file, since
// the policy of the page allows no script in the document.
Object.assign(globalThis, {
  // If no response comes the page calls again, and says so.
  askedSession: fetch(new URL("session", document.baseURI), { cache: "no-store" }).catch(() => undefined),
})
