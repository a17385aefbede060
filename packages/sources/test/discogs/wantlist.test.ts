import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { collectionOf, discogs, pagesAsked, want, wantlistOf } from "./samples.ts"

describe("a wantlist", () => {
  it.live("is read page by page, without what cannot be read, and none if Discogs has none", () =>
    Effect.gen(function* () {
      const { clock, server, source } = yield* discogs(
        wantlistOf([want(7, { notes: "any pressing" }), { ...want(8), basic_information: 3 }, want(9)], 2),
      )
      const found = yield* clock.provide(source.wanted ?? Effect.succeedNone)
      const { unread, wanted } = Option.getOrThrow(found)
      expect(unread).toEqual([8])
      expect(wanted.map(({ releaseId }) => releaseId)).toEqual([7, 9])
      expect(wanted[0]).toEqual({
        source: "discogs",
        releaseId: 7,
        title: "Weather Maps 7",
        artist: "The Paper Lanterns",
        year: 1998,
        format: "Vinyl",
        imageUrl: "https://img.example/600/a.jpg",
        notes: "any pressing",
        addedAt: Date.parse("2021-02-03T12:05:06Z"),
      })
      expect(pagesAsked(server.calls)).toEqual([1, 2])

      const without = yield* discogs(collectionOf([], 2))
      expect(yield* without.clock.provide(without.source.wanted ?? Effect.die("no wantlist"))).toEqual(
        Option.none(),
      )
    }),
  )
})
