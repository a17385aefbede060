// One line before the page's own code: who is signed in is asked for while that is still on its way. It needs a file of its own, since
// the policy of the page takes no script in the document.
Object.assign(globalThis, {
  // Where no answer comes the page asks again, and says so.
  askedSession: fetch(new URL("session", document.baseURI), { cache: "no-store" }).catch(() => undefined),
})
