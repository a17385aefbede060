import * as Shared from "@daybook/storage-sql/listening"
import { MusicFacts, PlayedBucket, PlayedKind } from "@daybook/listening"
import { EpochMillis, LocalDate, WebUrl } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

export * from "@daybook/storage-sql/listening"

export const filters = tableOf(...Shared.filters)
export const hiddenTellings = tableOf(...Shared.hiddenTellings)
export const splitTellings = tableOf(...Shared.splitTellings)
export const editedFacts = tableOf(...Shared.editedFacts)

/** Plays by the position of their bucket. */
export const readPlayedBuckets = rowsOf(
  Schema.Struct({ ...Struct.omit(PlayedBucket.fields, ["start"]), bucket: Schema.Int }),
)

/** The plays of items by month, in no order. */
export const readMonths = rowsOf(PlayedBucket)

export const readDays = valuesOf(LocalDate)

export const readCounts = valuesOf(Schema.Int)

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

/** The positions of some of the plays that were requested, from 1. */
export const readPositions = valuesOf(Schema.Int)

/** Names as they are reported and as they are shown, with their artists. */
export const readNamed = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    artistId: Schema.Int,
    name: Schema.String,
    shownName: Schema.String,
    nameKey: Schema.UndefinedOr(Schema.String),
  }),
)

/** A name as it is reported and as it is shown. */
const StoredName = Schema.Struct({
  kind: PlayedKind,
  id: Schema.Int,
  artistId: Schema.Int,
  name: Schema.String,
  imageUrl: WebUrl,
  plays: Schema.Int,
  ...MusicFacts.fields,
  hidden: Schema.Boolean,
  isRemoved: Schema.Boolean,
  leadsTo: Schema.UndefinedOr(Schema.Int),
  shownName: Schema.String,
  shownArtistId: Schema.Int,
  isTouched: Schema.Boolean,
})

export type StoredName = typeof StoredName.Type

export const readStoredNames = rowsOf(StoredName)

/** Names that edits touch, with the ones that they count as. */
export const readNameAliases = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    leadsTo: Schema.UndefinedOr(Schema.Int),
    shownId: Schema.Int,
    hidden: Schema.Boolean,
  }),
)
