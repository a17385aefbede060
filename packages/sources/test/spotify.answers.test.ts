import { assert, describe, it } from "@effect/vitest"
import { endOf, type Play, scrobbleOf } from "../src/spotify/responses.ts"

const play = (duration_ms?: number): Play => ({
  track: {
    name: "Low",
    artists: [{ name: "Vera Penhallow" }],
    ...(duration_ms === undefined ? {} : { duration_ms }),
  },
  played_at: "2026-01-02T03:04:05.678Z",
})

const began = (duration_ms?: number) => new Date(scrobbleOf(play(duration_ms)).playedAt).toISOString()

describe("a play of Spotify's history", () => {
  it("begins a track's length before its end, so that it matches the plays of other services", () => {
    assert.strictEqual(new Date(endOf(play())).toISOString(), "2026-01-02T03:04:05.000Z")
    assert.strictEqual(began(180_500), "2026-01-02T03:01:04.000Z")
    for (const unfit of [undefined, 0, -5, 86_400_000]) {
      assert.strictEqual(began(unfit), "2026-01-02T03:04:05.000Z", String(unfit))
    }
  })
})
