import { assert, describe } from "vitest"
import { it } from "../daybook.ts"

const albums = "/v1/listening/top/albums"
const limit = 60

describe("a key's limit", () => {
  it("is hardly used by four servers that are killed after a request each", async ({ daybook }) => {
    const env = { ...daybook.stores.postgres(), RATE_LIMIT: String(limit) }
    for (let batch = 0; batch < 2; batch++) {
      const servers = await Promise.all(Array.from({ length: 2 }, () => daybook.startProcess(env)))
      for (const server of servers) {
        assert.strictEqual((await server.reader.get(albums)).status, 200)
        await server.kill()
      }
    }
    const last = await daybook.start(env)
    let served = 0
    for (;;) {
      const { headers, status } = await last.reader.get(albums)
      if (status === 429) {
        assert.include(
          Array.from({ length: 80 }, (_, index) => index + 1),
          Number(headers.get("retry-after")),
        )
        break
      }
      served += 1
    }
    // Each that was killed had leased as much again as it had used.
    assert.isAtLeast(served, limit - 8)
  })
})
