import * as Schema from "effect/Schema"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { costly } from "../exports/samples/costly.samples.ts"

/** Seconds, even on a busy machine; hours where a reader looks again at what it has looked at. */
const limit = 240_000

const readTold = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ name: Schema.String, told: Schema.Array(Schema.String) })),
)

describe("a file that goes wrong all the way", () => {
  it("is read in the time of its length, and states what is wrong", { timeout: limit + 10_000 }, async () => {
    const child = fileURLToPath(new URL("./linear.child.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [child], { timeout: limit })
    const told = stdout
      .trim()
      .split("\n")
      .map((line) => readTold(line))
    assert.deepStrictEqual(
      told.map(({ name }) => name),
      Object.keys(costly),
    )
    for (const { name, told: problems } of told)
      assert.match(problems.join("\n"), costly[name]?.[1] ?? /none/, name)
  })
})
