// One line before the page's own code: who is signed in is asked for while that is still on its way. It needs its own file, since
// the policy of the page takes no script in the document.
Object.assign(globalThis, {
  // If no response comes the page calls again, and says so.
  askedSession: fetch(new URL("session", document.baseURI), { cache: "no-store" }).catch(() => undefined),
})
