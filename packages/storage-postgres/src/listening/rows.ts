import { PlayedBucket } from "@daybook/listening"
import { EpochMillis, LocalDate } from "@daybook/kernel"
import { namedItems } from "@daybook/storage-sql/listening"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { rowsOf, valuesOf } from "../sql/table.ts"

export * from "@daybook/storage-sql/listening"

export const readNamedItems = namedItems("'{}'")

/** Plays by the position of their bucket. */
export const readPlayedBuckets = rowsOf(
  Schema.Struct({ ...Struct.omit(PlayedBucket.fields, ["start"]), bucket: Schema.Int }),
)

/** The plays of items by month, in no order. */
export const readMonths = rowsOf(PlayedBucket)

export const readDays = valuesOf(LocalDate)

export const readNamesToKey = rowsOf(Schema.Struct({ id: Schema.Int, name: Schema.String }))

export const readCountedTimes = rowsOf(Schema.Struct({ at: EpochMillis, count: Schema.Int }))

const Name = Schema.Struct({ id: Schema.Int, name: Schema.String, hidden: Schema.Boolean })

/** The names of artists. */
export const readNames = rowsOf(Name)

/** Stored names, each with its position among those requested, from 1. */
export const readKnownNames = rowsOf(
  Schema.Struct({ position: Schema.Int, id: Schema.Int, hidden: Schema.Boolean }),
)

/** Stored plays, each with its position in the request, from 1; album 0 means none. */
export const readStoredPlays = rowsOf(
  Schema.Struct({ position: Schema.Int, albumId: Schema.Int, sources: Schema.Int }),
)

/** Tracks, each with its position among the names requested, from 1. */
export const readFoundTracks = rowsOf(Schema.Struct({ position: Schema.Int, id: Schema.Int }))

/** The first and the last play of an hour that changed, with the tracks of all. */
const ChangedHour = Schema.Struct({
  first: EpochMillis,
  last: EpochMillis,
  tracks: Schema.Array(Schema.Int),
})

export type ChangedHour = typeof ChangedHour.Type

export const readHours = rowsOf(ChangedHour)

/** The ids of edited plays, each with its position among those requested, from 1. */
export const readPlacedIds = rowsOf(Schema.Struct({ position: Schema.Int, id: Schema.String }))

/** Names that edits touch, with the ones that they count as. */
export const readNameAliases = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    leadsTo: Schema.UndefinedOr(Schema.Int),
    shownId: Schema.Int,
    hidden: Schema.Boolean,
  }),
)
