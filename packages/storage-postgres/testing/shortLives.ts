// A setup file of Vitest. Most PGlites of tests live for seconds, and V8 would optimise each one anew, which takes a third
// of the test's processor time and up to 600 MB. Here it does so after a hundred times the work: the long ones gain a third.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { setFlagsFromString } from "node:v8"

/** The part of WebAssembly that is used here: the types of Node leave it out. */
declare const WebAssembly: { readonly compile: (code: Uint8Array) => Promise<unknown> }

setFlagsFromString("--wasm-tiering-budget=200000000")

// V8 has one copy of compiled code for equal bytes, as long as somebody holds it: the PGlites of all files of this process
// begin with what the earlier ones had compiled. Their tests take a quarter to a third less processor time.
const held: typeof globalThis & { pglite?: unknown } = globalThis
const pglite = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"))
held.pglite ??= await WebAssembly.compile(readFileSync(join(pglite, "pglite.wasm")))
