import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { artist, discogs, noSuchRelease, release } from "./samples.ts"

describe("the details of a release", () => {
  const detailsOf = (more: object) =>
    Effect.gen(function* () {
      const { source } = yield* discogs(({ path }) =>
        path === "/releases/7" ? { body: release(7, more) } : noSuchRelease,
      )
      return yield* source.details(7)
    })

  it.live(
    "are country, date, genres, labels and tracks, without headings, and parts for a work in parts",
    () =>
      Effect.gen(function* () {
        const found = yield* detailsOf({
          country: "Sweden",
          released: "1999-03-00",
          genres: ["Electronic"],
          styles: ["Deep House"],
          labels: [
            { name: "Saltworks (2)", catno: "SW 032", entity_type: "1" },
            { name: "Saltworks (2)", catno: "SW 032", entity_type: "4" },
            { name: "Orchard", catno: "none" },
          ],
          tracklist: [
            { type_: "heading", title: "Side one", position: "", duration: "" },
            { type_: "track", title: "Tide", position: "A1", duration: "4:45", artists: [artist("Zoo (3)")] },
            {
              type_: "index",
              title: "A Suite",
              position: "",
              duration: "",
              sub_tracks: [{ title: "Dawn", position: "A2.a", duration: "1:02:03" }],
            },
            { title: "Ebb", position: null, duration: "about 3" },
          ],
        })
        expect(Option.getOrThrow(found)).toEqual({
          country: "Sweden",
          released: "1999-03",
          genres: ["Electronic"],
          styles: ["Deep House"],
          labels: [
            { name: "Saltworks", catalogNumber: "SW 032" },
            { name: "Orchard", catalogNumber: "" },
          ],
          tracks: [
            { position: "A1", title: "Tide", artist: "Zoo", seconds: 285 },
            { position: "A2.a", title: "Dawn", artist: "", seconds: 3_723 },
            { position: "", title: "Ebb", artist: "", seconds: 0 },
          ],
        })
      }),
  )

  it.live("may all be missing; a deleted release has none", () =>
    Effect.gen(function* () {
      const none = { country: "", released: "", genres: [], styles: [], labels: [], tracks: [] }
      expect(
        Option.getOrThrow(yield* detailsOf({ tracklist: null, labels: null, released: "soon" })),
      ).toEqual(none)
      const { source } = yield* discogs(() => noSuchRelease)
      expect(Option.isNone(yield* source.details(8))).toBe(true)
    }),
  )
})
