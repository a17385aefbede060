import { CollectingStore, type OwnedFilm, type OwnedRecord } from "@daybook/collecting"
import type { PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"

/** A record, unless the test says otherwise. */
export const record = (instanceId: number, more: Partial<OwnedRecord> = {}): OwnedRecord => ({
  source: "discogs",
  instanceId,
  releaseId: 70_001,
  title: "Weather Maps",
  artist: "The Paper Lanterns",
  year: 1998,
  format: "Vinyl",
  imageUrl: "https://img.example/weather-maps.jpg",
  addedAt: Date.parse("2024-05-06T07:08:09.010Z"),
  mediaCondition: "",
  sleeveCondition: "",
  ...more,
})

/** A film on Blu-ray, unless the test says otherwise. */
export const film = (filmId: string, more: Partial<OwnedFilm> = {}): OwnedFilm => ({
  source: "trakt",
  filmId,
  movieDbId: 0,
  title: `The ${filmId} Lighthouse`,
  year: 1984,
  format: "bluray",
  addedAt: Date.parse("2014-09-01T09:10:11.000Z"),
  ...more,
})

/** A page of the records, the latest added first, without the details of their releases. */
export const latestRecords = Effect.fnUntraced(function* (page: PageRequest) {
  const { lists } = yield* CollectingStore
  const { items, total } = yield* lists.records({ sort: "added", order: "desc" }, page)
  return { items: items.map(Struct.omit(["genres", "styles", "labels"])), total }
})

/** Few runs of each property, since every run builds a store. */
export const properties = { timeout: 120_000, arbitrary: { runs: 8, size: 30, maxShrinks: 40 } }
