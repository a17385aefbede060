import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { answer, nowPlaying, track, undated } from "./samples.ts"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { lastfm, scrobblesOf } from "./client.ts"

describe("a rejected row", () => {
  const rejected: ReadonlyArray<[string, unknown]> = [
    ["name: Missing key", { ...track({ uts: 6 }), name: undefined }],
    ["name", { ...track({ uts: 6 }), name: null }],
    ["name", { ...track({ uts: 6 }), name: 7 }],
    ["name: is empty", track({ uts: 6, name: "" })],
    ["artist: is empty", track({ uts: 6, artist: " " })],
    ["artist", { ...track({ uts: 6 }), artist: {} }],
    ["artist: Missing key", { ...track({ uts: 6 }), artist: undefined }],
    ["album", { ...track({ uts: 6 }), album: "Weather Maps" }],
    ["image", { ...track({ uts: 6 }), image: "none" }],
    ["date: is missing", undated],
    ["date: is missing", { ...undated, date: null }],
    ["date.uts", { ...undated, date: { uts: "" } }],
    ["date.uts", { ...undated, date: { uts: "soon" } }],
    ["date.uts", track({ uts: 1e15 })],
    ["@attr", { ...track({ uts: 6 }), "@attr": "none" }],
    ["the row", "a text"],
    ["the row", null],
  ]
  it.live.each(rejected)("is set aside with its reason, and the others are stored: %s", ([reason, row]) =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      const body = answer([track({ uts: 7 }), row, track({ uts: 5 })], { totalPages: 1 })
      const items = yield* scrobblesOf(body).pipe(provide)
      expect(items.map(({ playedAt }) => playedAt)).toEqual([7000, 5000])
      expect(kept).toHaveLength(1)
      expect(kept[0]).toMatchObject({
        source: "lastfm",
        kind: "row",
        reason: expect.stringContaining(reason),
        raw: JSON.stringify(row),
      })
    }),
  )

  it.live("names the fault without the value", () =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      const rows = [
        { ...track({ uts: 6 }), name: ["my-own-secret"] },
        { ...undated, date: { uts: "my-own-secret" } },
      ]
      yield* scrobblesOf(answer(rows, { totalPages: 1 })).pipe(provide)
      expect(kept).toHaveLength(2)
      for (const { reason } of kept) expect(reason).not.toContain("my-own-secret")
    }),
  )

  it.live("is read again by the same decoder once it fits", () =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      const { source } = yield* lastfm(() => ({ body: {} }))
      const rows = [track({ uts: 5 }), { ...track({ uts: 6 }), name: 7 }]
      const items = yield* (source.readAgain?.(rows) ?? Effect.succeed([])).pipe(provide)
      expect(items.map(({ playedAt }) => playedAt)).toEqual([5000])
      expect(kept).toHaveLength(1)
    }),
  )

  const playing: ReadonlyArray<unknown> = [
    { ...nowPlaying, name: null },
    { ...nowPlaying, artist: {} },
    { ...nowPlaying, image: 5 },
  ]
  it.live.each(playing)("of the track now playing is not rejected, since it is not a play: %#", (row) =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      yield* scrobblesOf(answer([row, track({ uts: 5 })], { totalPages: 1 })).pipe(provide)
      expect(kept).toEqual([])
    }),
  )
})
