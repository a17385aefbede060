import {
  AddedItem,
  CollectingStats,
  DescribedRecord,
  filmKeys,
  GenreCount,
  genreKeys,
  ListedFilm,
  ListedRecord,
  MediaFormatCount,
  NamedCount,
  noDetails,
  OwnedFilm,
  OwnedRecord,
  recordKeys,
  ReleaseDetails,
  ShelvedRecord,
  StoredRecord,
} from "@daybook/collecting"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { bigint, json } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

const recordColumns = {
  instanceId: { type: bigint },
  releaseId: { type: bigint },
  imageUrl: { name: "cover_url" },
}

const key = Schema.String

/** Records as they are written, with their folded names: the database gives them their ids. */
export const ownedRecords = tableOf(
  "owned_records",
  Schema.Struct({ ...OwnedRecord.fields, artistKey: key, titleKey: key, formatKey: key }),
  recordColumns,
)

/** A record with its folded names. */
export const withRecordKeys = (record: OwnedRecord) => ({ ...record, ...recordKeys(record) })

/** Records as they are read. */
export const storedRecords = tableOf("owned_records", StoredRecord, recordColumns)

/** Records by their names. */
export const shelvedRecords = tableOf("owned_records", ShelvedRecord, {
  imageUrl: recordColumns.imageUrl,
})

/** Records with the details that lists show, which `details` gives. */
export const listedRecords = tableOf("owned_records", ListedRecord, {
  ...recordColumns,
  genres: { computed: "coalesce(details.genres, '{}')" },
  styles: { computed: "coalesce(details.styles, '{}')" },
  labels: { computed: "coalesce(details.labels, '[]')", type: json },
})

/** Records with all details, which `details` gives. */
export const describedRecords = tableOf("owned_records", DescribedRecord, {
  ...recordColumns,
  country: { computed: "coalesce(details.country, '')" },
  released: { computed: "coalesce(details.released, '')" },
  genres: { computed: "coalesce(details.genres, '{}')" },
  styles: { computed: "coalesce(details.styles, '{}')" },
  labels: { computed: "coalesce(details.labels, '[]')", type: json },
  tracks: { computed: "coalesce(details.tracks, '[]')", type: json },
})

/** Records and films without folded names, which an earlier version stored. */
export const readUnfolded = rowsOf(Schema.Struct({ key, artist: key, title: key, format: key }))

/** Films as they are written, with their folded names. */
export const ownedFilms = tableOf(
  "owned_films",
  Schema.Struct({ ...OwnedFilm.fields, titleKey: key, formatKey: key }),
)

/** A film with its folded names. */
export const withFilmKeys = (film: OwnedFilm) => ({ ...film, ...filmKeys(film) })

/** The expression of a film's id. */
export const mediaIdOf = `(source || ':' || film_id || ':' || format) collate "C"`

export const listedFilms = tableOf("owned_films", ListedFilm, { id: { computed: mediaIdOf } })

/** Answers of services about releases. */
export const releaseDetails = tableOf(
  "release_details",
  Schema.Struct({
    source: key,
    releaseId: Schema.Int,
    askedAt: EpochMillis,
    found: Schema.Boolean,
    ...ReleaseDetails.fields,
    genreKeys: Schema.Array(key),
  }),
  { releaseId: { type: bigint }, labels: { type: json }, tracks: { type: json } },
)

/** An answer about a release as a row. */
export const detailsRow = (
  source: string,
  releaseId: number,
  askedAt: EpochMillis,
  details: ReleaseDetails = noDetails,
) => ({
  source,
  releaseId,
  askedAt,
  found: details !== noDetails,
  ...details,
  genreKeys: genreKeys(details),
})

export const readReleaseIds = valuesOf(Schema.Int)
export const readNamedCounts = rowsOf(NamedCount)
export const readGenres = rowsOf(GenreCount)
export const readDecades = rowsOf(CollectingStats.fields.decades.value)
export const readTotals = rowsOf(
  Schema.Struct(
    Struct.pick(CollectingStats.fields, ["records", "artists", "films", "firstAddedAt", "lastAddedAt"]),
  ),
)
export const readAddedItems = rowsOf(AddedItem, { imageUrl: { name: "cover_url" } })

/** Records and films with the time of their adding, as one list. */
export const readAdded = rowsOf(
  Schema.Struct({
    isRecord: Schema.Boolean,
    ...Struct.pick(StoredRecord.fields, ["id", "title", "artist", "imageUrl"]),
    ...Struct.pick(OwnedFilm.fields, ["source", "filmId", "year", "format"]),
    addedAt: EpochMillis,
  }),
  { id: { name: "record_id" }, imageUrl: { name: "cover_url" } },
)

export const readFormats = rowsOf(MediaFormatCount)
