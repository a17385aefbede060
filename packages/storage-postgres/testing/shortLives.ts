// A setup file of Vitest. A PGlite of a test lives for seconds, and V8 would optimise each one anew, which takes a third
// of the test's processor time and up to 600 MB: here it does so after far more work.
import { setFlagsFromString } from "node:v8"

setFlagsFromString("--wasm-tiering-budget=2000000000")
