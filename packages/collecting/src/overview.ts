import {
  type ComparedPeriods,
  comparePeriods,
  everything,
  type Page,
  type PeriodInput,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { AddedItem, CollectingStats, GenreCount, NamedCount } from "./lists.ts"
import type { MediaFormatCount } from "./model.ts"
import { CollectingStore } from "./ports.ts"

/** The collection: what a period added compared with the previous one, and all of it in numbers. */
export interface CollectingOverview {
  /** The additions. */
  readonly compared: ComparedPeriods
  /** What the period added. */
  readonly added: CollectingStats
  /** The whole collection. */
  readonly stats: CollectingStats
  /** The latest additions of the period. */
  readonly latest: Page<AddedItem>
  readonly filmFormats: ReadonlyArray<MediaFormatCount>
  readonly artists: ReadonlyArray<NamedCount>
  readonly genres: ReadonlyArray<GenreCount>
  readonly styles: ReadonlyArray<GenreCount>
}

const mostLatest = 30
const mostNames = 100

/** The additions of a period and of the previous one, with the whole collection; of the newest with additions if it has none. */
export const collectingOverview = Effect.fn("Collecting.overview")(function* (query: PeriodInput) {
  const { journal, lists, mediaFormats } = yield* CollectingStore
  const compared = yield* comparePeriods(journal, query)
  const range = compared.name === "overall" ? everything : compared.range
  const genres = (yield* lists.genres({ page: 1, limit: mostNames })).items
  const overview: CollectingOverview = {
    compared,
    added: yield* lists.stats(range),
    stats: yield* lists.stats(everything),
    latest: yield* lists.recent(range, { page: 1, limit: mostLatest }),
    filmFormats: yield* mediaFormats,
    artists: (yield* lists.artists({ page: 1, limit: mostNames })).items,
    genres: genres.filter(({ kind }) => kind === "genre"),
    styles: genres.filter(({ kind }) => kind === "style"),
  }
  return overview
})
