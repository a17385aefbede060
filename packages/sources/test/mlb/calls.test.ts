import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Reply } from "../scriptedServer.ts"
import { mlb } from "./client.ts"

describe("trouble", () => {
  it.live("that is transient is retried once, and reported", () =>
    Effect.gen(function* () {
      const { calls, gamesOn } = yield* mlb(() => ({
        status: 500,
        body: { messageNumber: 1, message: "Internal error" },
      }))
      expect(yield* Effect.flip(gamesOn("2023-05-06"))).toMatchObject({
        source: "mlb",
        failure: "unavailable",
      })
      expect(calls).toHaveLength(2)
    }),
  )

  const malformed: ReadonlyArray<Reply> = [{ body: "<html>" }, { body: { copyright: "x" } }]
  it.live.each(malformed)("the schedule %j is malformed", (reply) =>
    Effect.gen(function* () {
      const { gamesOn } = yield* mlb(() => reply)
      expect(yield* Effect.flip(gamesOn("2023-05-06"))).toMatchObject({ failure: "malformed answer" })
    }),
  )
})
