import {
  AlbumBucket,
  AlbumPlays,
  ArtistId,
  ArtistToEnrich,
  FilterRule,
  ListeningFilter,
  StoredListen,
  StoredPlay,
  TrackToEnrich,
} from "@daybook/listening"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { json } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

export const filters = tableOf("listening_filters", ListeningFilter, { id: { generated: true } })

/** The rules of filters, without notes. */
export const readRules = rowsOf(Schema.Struct(Struct.omit(FilterRule.fields, ["reason"])))

export const readAlbums = rowsOf(AlbumPlays)

/** The number of all albums, which each row of a page tells. */
export const readTotals = rowsOf(Schema.Struct({ total: Schema.Int }))

export const readBuckets = rowsOf(AlbumBucket)
export const readPlays = rowsOf(StoredPlay)
export const readArtistsToEnrich = rowsOf(ArtistToEnrich)
export const readTracksToEnrich = rowsOf(TrackToEnrich, { albums: { type: json } })

/** The stored parts of a listen that a source names. */
export const readFound = rowsOf(
  Schema.Struct(Struct.pick(StoredListen.fields, ["artistId", "albumId", "catalogUrl", "imageUrl"])),
)

export const readTimes = valuesOf(EpochMillis)
export const readArtistIds = valuesOf(ArtistId)

const Name = Schema.Struct({ id: Schema.Int, name: Schema.String, hidden: Schema.Boolean })

/** The names of artists. */
export const readNames = rowsOf(Name)

/** The names of albums or tracks. */
export const readTitles = rowsOf(Schema.Struct({ ...Name.fields, artistId: Schema.Int }))

/** The number of plays that a batch has changed, and the albums that they are on, or were. */
export const readChanges = rowsOf(Schema.Struct({ plays: Schema.Int, albums: Schema.Array(Schema.Int) }))

/** The first and the last play of an hour that was hidden or shown, and its albums. */
export const readHours = rowsOf(
  Schema.Struct({ first: EpochMillis, last: EpochMillis, albums: Schema.Array(Schema.Int) }),
)
