import {
  AlbumBucket,
  AlbumId,
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

/** The number of all albums, which each row of a page tells; there is no id past the end. */
export const readTotals = rowsOf(Schema.Struct({ id: Schema.UndefinedOr(AlbumId), total: Schema.Int }))

export const readBuckets = rowsOf(AlbumBucket)
export const readPlays = rowsOf(StoredPlay)
export const readArtistsToEnrich = rowsOf(ArtistToEnrich)
export const readTracksToEnrich = rowsOf(TrackToEnrich, { albums: { type: json } })

/** The stored artist, album and track of a listen. */
export const readFound = rowsOf(
  Schema.Struct(Struct.pick(StoredListen.fields, ["artistId", "albumId", "catalogUrl", "imageUrl"])),
)

export const readTimes = valuesOf(EpochMillis)
export const readAlbumIds = valuesOf(AlbumId)
export const readArtistIds = valuesOf(ArtistId)

const Name = Schema.Struct({ id: Schema.Int, name: Schema.String, hidden: Schema.Boolean })

/** The names of artists. */
export const readNames = rowsOf(Name)

/** The names of albums or tracks. */
export const readTitles = rowsOf(Schema.Struct({ ...Name.fields, artistId: Schema.Int }))

/** The number of plays that a batch has changed, and their albums before and after. */
export const readChanges = rowsOf(Schema.Struct({ plays: Schema.Int, albums: Schema.Array(Schema.Int) }))

/** The first and the last play of an hour that were hidden or shown, and their albums. */
export const readHours = rowsOf(
  Schema.Struct({ first: EpochMillis, last: EpochMillis, albums: Schema.Array(Schema.Int) }),
)
