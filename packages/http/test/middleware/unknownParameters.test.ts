import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertFailure } from "../replies.ts"
import { startServer } from "../testServer.ts"

describe("an unknown query parameter", () => {
  it.effect("is refused with those that there are", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assertFailure(
        yield* server.get("/v1/running/recent?form=2024-01-01"),
        400,
        /no parameter form here: known are page, limit, date, from, to/,
      )
      assertFailure(yield* server.get("/v1/running/stats?year=2024"), 400, /this address takes none/)
      assertFailure(yield* server.get("/v1/running/eddington?__proto__=1"), 400, /__proto__/)
      // A parameter that a route has may still be wrong, or sent with an unknown one.
      assertFailure(yield* server.get("/v1/running/recent?page=0&x=1"), 400, /no parameter x/)
      // Clients add this one to get past caches.
      assert.strictEqual((yield* server.get("/v1/running/recent?_=1")).status, 200)
      assertFailure(yield* server.ask("GET", "/v1/running/recent?x=1"), 401)
    }),
  )

  it.effect("is ignored by the reads whose clients send their own, and by other methods", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const path of [
        "/v1/listening/top/albums?format=json",
        "/v1/reading/archive?x=1&page=1",
        "/v1/watching/watched-shows?page=2",
        "/v1/attending/stats?x=1",
        "/v1/collecting/media/formats?x=1",
      ])
        assert.strictEqual((yield* server.get(path)).status, 200, path)
      assertFailure(yield* server.get("/v1/running/stats/years/2024?x=1"), 404, /no run in the year/)
      assert.notStrictEqual((yield* server.command("POST", "/v1/admin/sync/running?x=1")).status, 400)
    }),
  )
})
