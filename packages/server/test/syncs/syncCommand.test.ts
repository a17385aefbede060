import { assert, describe } from "vitest"
import { it } from "../daybook.ts"

describe("sync on the command line", () => {
  it.concurrent("stores new items and reports their number", async ({ daybook, lastfm, source }) => {
    const env = { ...daybook.stores.sqlite(), ...source }
    const first = await daybook.run(["sync", "listening"], env)
    assert.deepStrictEqual(
      { code: first.code, stdout: first.stdout },
      { code: 0, stdout: `listening: ${lastfm.plays.length} new or changed\n` },
    )
    const again = await daybook.run(["sync", "listening"], env)
    assert.strictEqual(again.stdout, "listening: 0 new or changed\n")
  })

  it.concurrent("without a source says which settings are missing", async ({ daybook }) => {
    const { code, stderr } = await daybook.run(["sync", "listening"], daybook.stores.memory())
    assert.strictEqual(code, 1)
    assert.include(stderr, "LASTFM_API_KEY and LASTFM_USER")
  })
})
