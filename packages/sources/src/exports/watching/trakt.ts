import type { ExportReading } from "@daybook/kernel"
import type { WatchingRecord } from "@daybook/watching"
import * as Predicate from "effect/Predicate"
import {
  PlayedEpisode,
  PlayedFilm,
  RatedEpisode,
  RatedFilm,
  ratingIn,
  watchOf,
} from "../../trakt/responses.ts"
import type { JsonFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"

const has = (record: unknown, field: string): boolean => Predicate.hasProperty(record, field)

/** True for a record with a film or show of Trakt, not for a text, as in lists of other programs. */
const isTitle = (record: unknown): boolean =>
  [
    Predicate.hasProperty(record, "movie") ? record.movie : undefined,
    Predicate.hasProperty(record, "show") ? record.show : undefined,
  ].some((title) => has(title, "title") || has(title, "ids"))

/** The times that distinguish the files of the export. Films with a time of collecting belong to another domain. */
const times = ["watched_at", "rated_at", "last_watched_at", "listed_at"]
const timesOfShows = [...times, "collected_at", "last_collected_at"]

const readWatch = {
  film: bySchema(PlayedFilm, (row): ExportReading<WatchingRecord> => ({ item: watchOf(row) })),
  episode: bySchema(PlayedEpisode, (row): ExportReading<WatchingRecord> => ({ item: watchOf(row) })),
}

const readRating = {
  film: bySchema(RatedFilm, (row): ExportReading<WatchingRecord> => ({ item: ratingIn(row) })),
  episode: bySchema(RatedEpisode, (row): ExportReading<WatchingRecord> => ({ item: ratingIn(row) })),
}

/**
 * Trakt's export: a zip of JSON files whose rows equal its API's, with the ids of the watches, so that a sync finds
 * the same ones. `traktexport` writes them into one object.
 */
export const traktJson: JsonFormat<WatchingRecord> = {
  name: "Trakt",
  records: () => new JsonRecords(["[]", ".history[]", ".ratings[]"]),
  is: (record) =>
    isTitle(record) && (has(record, "movie") ? times : timesOfShows).some((time) => has(record, time)),
  read: (record) => {
    const kind = has(record, "episode") ? "episode" : has(record, "movie") ? "film" : undefined
    if (has(record, "watched_at")) return readWatch[kind ?? "episode"](record)
    if (has(record, "rated_at"))
      return kind === undefined ? { skipped: "a rating of a whole show or season" } : readRating[kind](record)
    if (has(record, "listed_at")) return { skipped: "on a list, not watched" }
    if (has(record, "collected_at") || has(record, "last_collected_at"))
      return { skipped: "owned, not watched" }
    return { skipped: "a sum of watches, which the history has one by one" }
  },
}
