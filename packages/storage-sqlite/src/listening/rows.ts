import * as Shared from "@daybook/storage-sql/listening"
import { EpochMillis, LocalDate, WebUrl } from "@daybook/kernel"
import { AlbumPlays, MusicFacts, PlayedKind } from "@daybook/listening"
import * as Schema from "effect/Schema"
import { rowsOf, tableOf } from "../sql/table.ts"

export * from "@daybook/storage-sql/listening"

export const filters = tableOf(...Shared.filters)
export const hiddenTellings = tableOf(...Shared.hiddenTellings)
export const splitTellings = tableOf(...Shared.splitTellings)
export const editedFacts = tableOf(...Shared.editedFacts)

export const readAlbums = rowsOf(AlbumPlays)

/** The plays of an item on a day, or in a month, whose first day it is. */
export const readDayPlays = rowsOf(Schema.Struct({ id: Schema.Int, day: Schema.String, plays: Schema.Int }))

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

/** Names as they are reported and as they are shown, with their artists. */
export const readNamed = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    artistId: Schema.Int,
    name: Schema.String,
    shownName: Schema.String,
    nameKey: Schema.String,
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
})

export type StoredName = typeof StoredName.Type

export const readStoredNames = rowsOf(StoredName)

/** When plays happened. */
export const readMoments = rowsOf(
  Schema.Struct({ at: EpochMillis, dayOnly: Schema.Boolean, count: Schema.Int }),
)
