import { EpochMillis, LocalDate } from "@daybook/kernel"
import { namedItems } from "@daybook/storage-sql/listening"
import * as Schema from "effect/Schema"
import { rowsOf } from "../sql/table.ts"

export * from "@daybook/storage-sql/listening"

export const readNamedItems = namedItems("'[]'")

/** The plays of an item on a day, or in a month, whose first day it is. */
export const readDayPlays = rowsOf(Schema.Struct({ id: Schema.Int, start: LocalDate, plays: Schema.Int }))

/** Names as they are shown, for filters. */
export const readNames = rowsOf(
  Schema.Struct({ id: Schema.Int, name: Schema.String, hidden: Schema.Boolean }),
)

/** Stored names, with what plays of them need. */
export const readKnownNames = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    leadsTo: Schema.UndefinedOr(Schema.Int),
    artistId: Schema.Int,
    hidden: Schema.Boolean,
    isSpelled: Schema.Boolean,
  }),
)

/** A stored play; an album of 0 means none. */
export const readStoredPlays = rowsOf(Schema.Struct({ albumId: Schema.Int, sources: Schema.Int }))

/** Edited plays that are due, with the place that each leads to. */
export const readDuePlays = rowsOf(
  Schema.Struct({
    id: Schema.String,
    playedAt: EpochMillis,
    trackId: Schema.Int,
    albumId: Schema.UndefinedOr(Schema.Int),
    sources: Schema.Int,
    isNew: Schema.Boolean,
  }),
)

/** New rows of `scrobbles`. */
export const readNewPlays = rowsOf(
  Schema.Struct({
    playedAt: EpochMillis,
    day: LocalDate,
    hour: Schema.Int,
    trackId: Schema.Int,
    albumId: Schema.UndefinedOr(Schema.Int),
    artistId: Schema.Int,
    hidden: Schema.Boolean,
  }),
)

/** Artists as they are reported. */
export const readArtists = rowsOf(
  Schema.Struct({ id: Schema.Int, name: Schema.String, isLed: Schema.Boolean }),
)

/** When plays happened. */
export const readMoments = rowsOf(
  Schema.Struct({ at: EpochMillis, dayOnly: Schema.Boolean, count: Schema.Int }),
)
