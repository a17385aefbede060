import {
  AddedItem,
  CollectingStats,
  DescribedRecord,
  GenreCount,
  Label,
  ListedFilm,
  MediaFormatCount,
  NamedCount,
  OwnedFilm,
  ReleaseTrack,
  StoredRecord,
  WantedRecord,
} from "@daybook/collecting"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { ItemImage } from "../../../wire/itemImage.ts"
import {
  comparedFields,
  hiddenAs,
  type HiddenBy,
  Instant,
  InstantOrEmpty,
  listOf,
  manyOf,
  optional,
  wireForm,
} from "../../forRoutes.ts"

const Year = StoredRecord.fields.year.annotate({ description: "0 where unknown" })
const Condition = Schema.String.annotate({
  description: "The owner's grade in the service's words, such as Near Mint (NM or M-)",
})

const record = {
  ...Struct.pick(StoredRecord.fields, ["id", "title", "artist"]),
  year: Year,
  format: StoredRecord.fields.format.annotate({ description: "The name of the first format, such as Vinyl" }),
  genres: DescribedRecord.fields.genres.annotate({
    description: "Broad genres, such as Electronic; empty until the release has been fetched",
  }),
  styles: DescribedRecord.fields.styles.annotate({
    description: "Narrow styles, such as Deep House; empty until the release has been fetched",
  }),
  labels: manyOf(
    wireForm({
      name: Label.fields.name,
      catalogNumber: Label.fields.catalogNumber.annotate({ description: "Empty if there is none" }),
    }),
  ),
  mediaCondition: Condition,
  sleeveCondition: Condition,
  source: StoredRecord.fields.source.annotate({ description: "The service that keeps the collection" }),
  releaseId: StoredRecord.fields.releaseId.annotate({ description: "The release's id at the service" }),
  addedAt: InstantOrEmpty,
  image: Schema.optionalKey(ItemImage),
}

const hiddenRecord = hiddenAs("collecting", "record")
const hiddenFilm = hiddenAs("collecting", "media")

const recordNames = { releaseId: "collection_release_id" } as const

export const Records = listOf(wireForm(record, recordNames, hiddenRecord))

export const RecordAnswer = wireForm(
  {
    ...record,
    instanceId: StoredRecord.fields.instanceId.annotate({
      description: "The copy's id in the collection; 0 for a record that only a file has",
    }),
    country: DescribedRecord.fields.country.annotate({ description: "Where the release was published" }),
    released: DescribedRecord.fields.released.annotate({ description: "YYYY-MM-DD, YYYY-MM or YYYY" }),
    tracks: manyOf(
      wireForm(
        {
          position: ReleaseTrack.fields.position.annotate({ description: "Such as A1" }),
          title: ReleaseTrack.fields.title,
          artist: ReleaseTrack.fields.artist.annotate({ description: "Empty if it is the release's artist" }),
          seconds: ReleaseTrack.fields.seconds.annotate({ description: "0 where unknown" }),
        },
        { seconds: "duration_s" },
      ),
    ),
  },
  recordNames,
  hiddenRecord,
)

export const Wantlist = listOf(
  wireForm(
    {
      id: Schema.String.annotate({ description: "The service and its id of the release" }),
      ...Struct.pick(record, ["title", "artist", "year", "format"]),
      notes: WantedRecord.fields.notes.annotate({ description: "Your notes on it" }),
      ...Struct.pick(record, ["source", "releaseId", "addedAt", "image"]),
    },
    recordNames,
  ),
)

const film = {
  id: ListedFilm.fields.id.annotate({ description: "Service, id there and format" }),
  title: OwnedFilm.fields.title,
  year: Year,
  format: OwnedFilm.fields.format.annotate({
    description: "bluray, uhd_bluray, dvd, hddvd, vhs, digital, …",
  }),
  movieDbId: OwnedFilm.fields.movieDbId.annotate({
    description: "The id at The Movie Database; 0 where unknown",
  }),
  source: OwnedFilm.fields.source.annotate({ description: "The service that keeps the collection" }),
  addedAt: InstantOrEmpty,
  genres: optional(
    Schema.Array(Schema.String),
    "Only for a film in your watching data; omitted if unknown, like the image",
  ),
  image: Schema.optionalKey(ItemImage),
}

export const MediaAnswer = wireForm(film, {}, hiddenFilm)

export const Media = listOf(MediaAnswer)

const hiddenBy: HiddenBy<Pick<AddedItem, "id" | "type">> = {
  domain: "collecting",
  by: (item) => [item],
}

export const Added = listOf(
  wireForm(
    {
      type: AddedItem.fields.type.annotate({ description: "record, or media for a film" }),
      id: AddedItem.fields.id.annotate({ description: "The id of the record or the film" }),
      title: AddedItem.fields.title,
      artist: AddedItem.fields.artist.annotate({ description: "Empty for a film" }),
      year: Year,
      format: AddedItem.fields.format,
      addedAt: Instant,
      image: Schema.optionalKey(ItemImage),
    },
    {},
    hiddenBy,
  ),
)

const playcount = {
  plays: Schema.Int.annotate({ description: "Plays of the album, in all of its editions" }),
  lastPlayedAt: InstantOrEmpty,
}
const countNames = { plays: "playcount" } as const

const RecordWithPlays = listOf(
  wireForm(
    {
      ...Struct.pick(record, ["id", "title", "artist", "year", "format", "addedAt", "image"]),
      ...playcount,
    },
    countNames,
    hiddenRecord,
  ),
)

const AlbumWithoutRecord = listOf(
  wireForm(
    {
      id: Schema.Int.annotate({ description: "The id of the album in listening" }),
      name: Schema.String,
      artist: Schema.String,
      ...playcount,
      image: Schema.optionalKey(ItemImage),
    },
    { ...countNames, name: "title" },
    hiddenAs("listening", "album"),
  ),
)

const FilmWithWatches = listOf(
  wireForm(
    {
      ...film,
      watchCount: Schema.Int.annotate({ description: "Watches of the film, in whatever format" }),
      lastWatchedAt: InstantOrEmpty,
    },
    {},
    hiddenFilm,
  ),
)

export const CrossReferenceAnswer = wireForm({
  played: RecordWithPlays,
  neverPlayed: RecordWithPlays,
  notOwned: AlbumWithoutRecord,
  watched: FilmWithWatches,
  neverWatched: FilmWithWatches,
})

const RecordCount = Schema.Int.annotate({ description: "The number of records" })

const Genre = wireForm({
  id: Schema.String.annotate({ description: "Kind and name" }),
  kind: GenreCount.fields.kind,
  name: GenreCount.fields.name.annotate({ description: "The list of records takes it" }),
  count: RecordCount,
})

export const Genres = listOf(Genre)

/** A genre or a style as `Genre` takes it. */
export const genreShown = (one: GenreCount) => ({ id: `${one.kind}:${one.name}`, ...one })

const Artist = wireForm({
  id: Schema.String.annotate({ description: "The name, which the list of records takes" }),
  name: NamedCount.fields.name,
  count: RecordCount,
})

export const Artists = listOf(Artist)

export const StatsAnswer = wireForm(
  {
    records: CollectingStats.fields.records,
    artists: CollectingStats.fields.artists,
    films: CollectingStats.fields.films.annotate({
      description: "Films, each counted once",
    }),
    firstAddedAt: InstantOrEmpty,
    lastAddedAt: InstantOrEmpty,
    formats: manyOf(wireForm({ name: NamedCount.fields.name, count: RecordCount })),
    decades: manyOf(
      wireForm({
        decade: Schema.Int.annotate({ description: "Its first year, such as 1990" }),
        count: RecordCount,
      }),
    ),
  },
  { formats: "by_format", decades: "by_decade" },
)

/** Additions of a period compared with the previous one, and statistics of the whole collection. */
export const OverviewAnswer = wireForm({
  ...comparedFields,
  added: StatsAnswer,
  totals: StatsAnswer,
  latest: Added,
  filmFormats: manyOf(wireForm(MediaFormatCount.fields)),
  artists: manyOf(Artist),
  genres: manyOf(Genre),
  styles: manyOf(Genre),
})
