import { CollectingStore } from "@daybook/collecting"
import { type DataVersions, everything } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { film, record } from "./owned.ts"

const at = (day: string) => Date.parse(`${day}T12:00:00Z`)

/** Contract: reviews. */
export const reviewContract = (fresh: () => Layer.Layer<CollectingStore | DataVersions>): void => {
  it.effect(
    "a review counts what was added in its range, most first, then by name, without unknown names",
    () =>
      Effect.gen(function* () {
        const { replaceFilms, review, storeRecords } = yield* CollectingStore
        const none = { records: 0, media: 0, artists: [], formats: [], mediaFormats: [] }
        assert.deepStrictEqual(yield* review(everything), none)
        yield* storeRecords([
          record(1, { artist: "b", addedAt: at("2024-01-01") }),
          record(2, { artist: "B", format: "CD", addedAt: at("2024-06-01") }),
          record(3, { artist: "é", addedAt: at("2024-06-01") }),
          record(4, { artist: "é", format: "", addedAt: at("2024-12-31") }),
          record(5, { artist: "", addedAt: at("2024-12-31") }),
          record(6, { artist: "Beside", addedAt: at("2023-12-31") }),
          record(7, { artist: "Beside", addedAt: at("2025-01-01") }),
          record(8, { artist: "Beside", addedAt: undefined }),
          ...Array.from({ length: 9 }, (_, number) =>
            record(10 + number, { artist: `c${number}`, addedAt: at("2024-07-01") }),
          ),
        ])
        yield* replaceFilms(
          "trakt",
          [
            film("a", { format: "dvd", addedAt: at("2024-02-29") }),
            film("a", { format: "bluray", addedAt: at("2024-02-29") }),
            film("b", { format: "dvd", addedAt: at("2024-03-01") }),
            film("c", { format: "dvd", addedAt: undefined }),
          ],
          [],
        )
        const year = { from: at("2024-01-01") - 43_200_000, until: at("2025-01-01") - 43_200_000 }
        const found = yield* review(year)
        assert.deepStrictEqual(
          found.artists.map(({ name }) => name),
          ["é", "B", "b", ...Array.from({ length: 7 }, (_, number) => `c${number}`)],
        )
        assert.deepStrictEqual(found, {
          records: 14,
          media: 3,
          artists: found.artists,
          formats: [
            { name: "Vinyl", count: 12 },
            { name: "CD", count: 1 },
          ],
          mediaFormats: [
            { name: "dvd", count: 2 },
            { name: "bluray", count: 1 },
          ],
        })
      }).pipe(Effect.provide(fresh())),
  )
}
