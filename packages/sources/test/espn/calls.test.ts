import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { espn } from "./client.ts"
import type { Reply } from "../scriptedServer.ts"

describe("trouble", () => {
  it.live("that is transient is retried once, and reported", () =>
    Effect.gen(function* () {
      const { asked, gamesOn } = yield* espn(() => ({ status: 503, body: "<html>down</html>" }))
      expect(yield* Effect.flip(gamesOn("2023-09-10"))).toMatchObject({
        source: "espn",
        failure: "unavailable",
      })
      expect(asked()).toHaveLength(2)
    }),
  )

  const malformed: ReadonlyArray<Reply> = [
    { body: "<html>" },
    { body: { code: 500, message: "x" } },
    { status: 400, body: { code: 400, message: "bad dates" } },
  ]
  it.live.each(malformed)("the scoreboard %j is malformed", (reply) =>
    Effect.gen(function* () {
      const { gamesOn } = yield* espn(() => reply)
      expect(yield* Effect.flip(gamesOn("2023-09-10"))).toMatchObject({ failure: "malformed answer" })
    }),
  )
})
