// A setup file of Vitest. V8 has one copy of compiled code for equal bytes, as long as somebody holds it: the PGlites of all files of
// this process begin with what the earlier ones had compiled and optimised. Most of them live for seconds: their tests take a third less
// processor time than with code of their own.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** The part of WebAssembly that is used here: the types of Node leave it out. */
declare const WebAssembly: { readonly compile: (code: Uint8Array) => Promise<unknown> }

const held: typeof globalThis & { pglite?: unknown } = globalThis
const pglite = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"))
held.pglite ??= await WebAssembly.compile(readFileSync(join(pglite, "pglite.wasm")))
