import * as Schema from "effect/Schema"
import { assert, describe } from "vitest"
import { it } from "./daybook.ts"

const readLine = Schema.decodeUnknownSync(
  Schema.Struct({ message: Schema.Unknown, level: Schema.String, timestamp: Schema.String }),
)

// That no planted secret appears in any output is checked after every file of tests, in daybook.ts.
describe("the log", () => {
  it.concurrent("is one JSON object a line, for failures too", async ({ daybook, lastfm, source }) => {
    const env = { ...daybook.stores.sqlite(), ...source, SYNC_SCHEDULE: "on" }
    lastfm.mode = "fail"
    const server = await daybook.startProcess(env)
    await server.admin.sync()
    await server.reader.get("/v1/listening/now-playing")
    await server.client("unknown").get("/v1/listening/top/albums")
    await server.stop()
    const lines = server.log.map((line) => readLine(line))
    assert.isAtLeast(lines.length, 3)
    assert.include(
      lines.map(({ level }) => level),
      "WARN",
    )
    assert.strictEqual(server.stderr, "")
  })
})
