// A setup file of Vitest. Most PGlites of tests live for seconds, and V8 would optimise each one anew, which takes a third
// of the test's processor time and up to 600 MB. Here it does so after a hundred times the work: the long ones gain a third.
import { setFlagsFromString } from "node:v8"

setFlagsFromString("--wasm-tiering-budget=200000000")
