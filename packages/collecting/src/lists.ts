import {
  type DateRange,
  EpochMillis,
  foldName,
  type Page,
  type PageRequest,
  type Sorting,
  type Sorts,
} from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { OwnedFilm, type RecordId, ReleaseDetails, StoredRecord, type WantedRecord } from "./model.ts"

/** The sorts of the list of records. */
export const recordSorts = {
  added: "desc",
  artist: "asc",
  title: "asc",
  year: "desc",
} as const satisfies Sorts

/** The sorts of the list of films. */
export const mediaSorts = { added: "desc", title: "asc", year: "desc" } as const satisfies Sorts

/** A filter and an order of the list of records. Filters that are undefined let all pass. */
export interface RecordQuery extends Sorting<keyof typeof recordSorts> {
  /** A part of artist and title, after folding. */
  readonly q?: string | undefined
  /** A format's name, in any case. */
  readonly format?: string | undefined
  /** The name of a genre or a style, in any case. */
  readonly genre?: string | undefined
  /** An artist's whole name, after folding. */
  readonly artist?: string | undefined
}

/** A filter and an order of the list of films. */
export interface MediaQuery extends Sorting<keyof typeof mediaSorts> {
  /** A part of the title, after folding. */
  readonly q?: string | undefined
  /** A format's name, in any case. */
  readonly format?: string | undefined
}

/** A record as lists show it. Genres, styles and labels are empty until the release's details are known. */
export const ListedRecord = Schema.Struct({
  ...StoredRecord.fields,
  ...Struct.pick(ReleaseDetails.fields, ["genres", "styles", "labels"]),
})
export type ListedRecord = typeof ListedRecord.Type

/** A record with everything known of its release. */
export const DescribedRecord = Schema.Struct({ ...StoredRecord.fields, ...ReleaseDetails.fields })
export type DescribedRecord = typeof DescribedRecord.Type

/** A record by its names, with their folded forms. */
export const CatalogRecord = Schema.Struct({
  ...Struct.pick(StoredRecord.fields, ["id", "title", "artist", "year", "format", "imageUrl", "addedAt"]),
  artistKey: Schema.String,
  titleKey: Schema.String,
})
export type CatalogRecord = typeof CatalogRecord.Type

/** A film in one format, under the id that its entry in the journal names, too. */
export const ListedFilm = Schema.Struct({ id: Schema.String, ...OwnedFilm.fields })
export type ListedFilm = typeof ListedFilm.Type

/** The id of a film in one format, as its service reports it. */
export const mediaId = ({
  filmId,
  format,
  source,
}: Pick<OwnedFilm, "source" | "filmId" | "format">): string => `${source}:${filmId}:${format}`

/** An added record or film. A film has no artist: "". */
export const AddedItem = Schema.Struct({
  type: Schema.Literals(["record", "media"]),
  /** The id of the record, or of the film. */
  id: Schema.String,
  ...Struct.pick(StoredRecord.fields, ["title", "artist", "year", "format", "imageUrl"]),
  addedAt: EpochMillis,
})
export type AddedItem = typeof AddedItem.Type

/** A name with the number of records. */
export const NamedCount = Schema.Struct({ name: Schema.String, count: Schema.Int })
export type NamedCount = typeof NamedCount.Type

/** A genre or a style with the number of records. */
export const GenreCount = Schema.Struct({
  kind: Schema.Literals(["genre", "style"]),
  ...NamedCount.fields,
})
export type GenreCount = typeof GenreCount.Type

/** Counts of owned items, or of those added in a range. */
export const CollectingStats = Schema.Struct({
  records: Schema.Int,
  /** Artists as they are credited, each once after folding. */
  artists: Schema.Int,
  /** Films, however many formats and services have each. */
  films: Schema.Int,
  /** Undefined if no time is known. */
  firstAddedAt: Schema.UndefinedOr(EpochMillis),
  lastAddedAt: Schema.UndefinedOr(EpochMillis),
  /** The formats of records: most first, then by name. */
  formats: Schema.Array(NamedCount),
  /** The decades in which records were released, such as `1990`; without unknown ones. Earliest first. */
  decades: Schema.Array(Schema.Struct({ decade: Schema.Int, count: Schema.Int })),
})
export type CollectingStats = typeof CollectingStats.Type

/** The folded names with which records are found and sorted. */
export const recordKeys = ({ artist, format, title }: Pick<StoredRecord, "artist" | "format" | "title">) => ({
  artistKey: foldName(artist),
  titleKey: foldName(title),
  formatKey: foldName(format),
})

/** The folded names with which films are found and sorted. */
export const filmKeys = ({ format, title }: Pick<OwnedFilm, "format" | "title">) => ({
  titleKey: foldName(title),
  formatKey: foldName(format),
})

/** The genres and styles of a release, folded. */
export const genreKeys = ({ genres, styles }: Pick<ReleaseDetails, "genres" | "styles">) => [
  ...new Set([...genres, ...styles].map(foldName)),
]

const rising = <const Field extends string>(...fields: ReadonlyArray<Field>) =>
  fields.map((by) => ({ by, order: "asc" as const }))

/**
 * The order of records: the sort's own field, then further ones; the last one is unique. Unknown values come last
 * either way.
 */
export const recordOrder = ({ order, sort }: Sorting<keyof typeof recordSorts>) => {
  switch (sort) {
    case "added":
      return [{ by: "addedAt", order } as const, { by: "id", order } as const]
    case "artist":
      return [{ by: "artistKey", order } as const, ...rising("year", "titleKey", "id")]
    case "title":
      return [{ by: "titleKey", order } as const, ...rising("artistKey", "id")]
    case "year":
      return [{ by: "year", order } as const, ...rising("artistKey", "titleKey", "id")]
  }
}

/** The order of films, in the same way. */
export const mediaOrder = ({ order, sort }: Sorting<keyof typeof mediaSorts>) => {
  switch (sort) {
    case "added":
      return [{ by: "addedAt", order } as const, { by: "id", order } as const]
    case "title":
      return [{ by: "titleKey", order } as const, ...rising("year", "id")]
    case "year":
      return [{ by: "year", order } as const, ...rising("titleKey", "id")]
  }
}

/** The reads over owned items. Ties are broken by further names, then by id; unknown values come last. */
export interface CollectingLists {
  /** The wantlist: the latest added first, unknown times last, then by release. */
  readonly wanted: (page: PageRequest) => Effect.Effect<Page<WantedRecord>>
  readonly records: (query: RecordQuery, page: PageRequest) => Effect.Effect<Page<ListedRecord>>
  /** The record that an id resolves to: the one with it, or the one that this was merged into. */
  readonly record: (id: RecordId) => Effect.Effect<Option.Option<DescribedRecord>>
  readonly media: (query: MediaQuery, page: PageRequest) => Effect.Effect<Page<ListedFilm>>
  /** The film that an id resolves to, in the same way. */
  readonly film: (id: string) => Effect.Effect<Option.Option<ListedFilm>>
  /** All records and all films, in any order. */
  readonly shelf: Effect.Effect<ReadonlyArray<CatalogRecord>>
  readonly films: Effect.Effect<ReadonlyArray<ListedFilm>>
  /** Records and films with a known time of adding: newest first, then as entries of the journal are. */
  readonly recent: (range: DateRange, page: PageRequest) => Effect.Effect<Page<AddedItem>>
  /** Genres and styles of the records: most records first, then by name by code points, genres before styles. */
  readonly genres: (page: PageRequest) => Effect.Effect<Page<GenreCount>>
  /** Artists in the spelling of their first record: most records first, then by name by code points. */
  readonly artists: (page: PageRequest) => Effect.Effect<Page<NamedCount>>
  /** A range counts its additions; all time includes additions without a time. */
  readonly stats: (range: DateRange) => Effect.Effect<CollectingStats>
}
