import { assert, test } from "vitest"
import { commandOf } from "../src/serving/stopping.ts"

test.for([
  ["serve", ["serve"]],
  ["serve", ["--log-level", "debug", "serve"]],
  ["demo", ["--log-level=debug", "demo"]],
  ["export", ["export", "demo"]],
  ["import", ["import", "--domain", "reading", "serve"]],
  [undefined, ["--help"]],
] as const)("the command is %s in %j", ([command, words]) => {
  assert.strictEqual(commandOf(words), command)
})
