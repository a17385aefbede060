import {
  AddedItem,
  asTold,
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
  type OwnedRecord,
  recordKeys,
  ReleaseDetails,
  CatalogRecord,
  SourcedRecord,
  StoredRecord,
  WantedRecord,
} from "@daybook/collecting"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { described, outerJoined, rowsOf, valuesOf } from "../table.ts"

export const recordColumns = {
  instanceId: { type: "bigint" },
  releaseId: { type: "bigint" },
  imageUrl: { name: "cover_url" },
} as const

const key = Schema.String

const recordKeyColumns = { artistKey: key, titleKey: key, formatKey: key }

/** A record as a source reports it, with its folded names. */
export const withRecordKeys = (record: OwnedRecord) => ({ ...asTold(record), ...recordKeys(record) })

/** Records as they are written under ids that they have. */
export const writtenRecords = described(
  "owned_records",
  Schema.Struct({ ...SourcedRecord.fields, ...recordKeyColumns }),
  recordColumns,
)

/** Records as they are read. */
export const sourcedRecords = described("owned_records", SourcedRecord, recordColumns)

/** Records by their names. */
export const shelvedRecords = described("owned_records", CatalogRecord, {
  imageUrl: recordColumns.imageUrl,
})

/** Records with the details that lists show, and with all details, which `details` returns; `none` is the expression of an empty list of texts. */
export const detailedRecords = (none: string) => {
  const columns = {
    ...recordColumns,
    ...outerJoined("details", ReleaseDetails, { texts: none, json: "'[]'" }),
  }
  return {
    listed: described("owned_records", ListedRecord, columns),
    whole: described("owned_records", DescribedRecord, columns),
  }
}

/** Films as they are written, with their folded names. */
export const ownedFilms = described(
  "owned_films",
  Schema.Struct({ ...ListedFilm.fields, titleKey: key, formatKey: key }),
)

/** A film with its folded names. */
export const withFilmKeys = (film: ListedFilm) => ({ ...film, ...filmKeys(film) })

export const listedFilms = described("owned_films", ListedFilm)

/** Responses of services about releases. */
export const releaseDetails = described(
  "release_details",
  Schema.Struct({
    source: key,
    releaseId: Schema.Int,
    askedAt: EpochMillis,
    found: Schema.Boolean,
    ...ReleaseDetails.fields,
    genreKeys: Schema.Array(key),
  }),
  { releaseId: { type: "bigint" }, labels: { type: "json" }, tracks: { type: "json" } },
)

/** A response about a release as a row. */
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

/** Wanted releases. */
export const wantedRecords = described("wanted_records", WantedRecord, {
  releaseId: recordColumns.releaseId,
  imageUrl: recordColumns.imageUrl,
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
    ...Struct.pick(StoredRecord.fields, ["title", "artist", "imageUrl", "year"]),
    /** Undefined for a film. */
    recordId: Schema.UndefinedOr(StoredRecord.fields.id),
    filmId: ListedFilm.fields.id,
    addedAt: EpochMillis,
  }),
  { imageUrl: { name: "cover_url" } },
)

export const readFormats = rowsOf(MediaFormatCount)
