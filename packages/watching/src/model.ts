import { EpochMillis, LocalDate, WebUrl, WholeUpTo, Year } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { ItemRef, MediaIds, MediaServer } from "./mediaServers/mediaEvent.ts"

export const TitleKind = Schema.Literals(["film", "show"])
export type TitleKind = typeof TitleKind.Type

// More than any film has.
const Minutes = WholeUpTo(100_000)

/** The film database's facts of a film or show that are stored with it. */
const TitleFacts = Schema.Struct({
  name: Schema.String,
  /** 0 if unknown. */
  year: Year,
  ids: MediaIds,
  /** The URL of its image, "" if it has none. */
  imageUrl: WebUrl,
  /** The number of episodes without specials; 0 for a film. */
  totalEpisodes: Schema.Int,
  /** True for a show that may get more episodes. */
  running: Schema.Boolean,
  /** The film's, or an episode's whose own is unknown. 0 if unknown. */
  runtimeMinutes: Minutes,
  genres: Schema.Array(Schema.String),
  /** The film's. */
  directors: Schema.Array(Schema.String),
})

/** An episode that a show has, watched or not. Unknown fields are "", undefined and 0. */
export const Episode = Schema.Struct({
  /** 0 for specials. */
  season: Schema.Int,
  episode: Schema.Int,
  name: Schema.String,
  airDate: Schema.UndefinedOr(LocalDate),
  runtimeMinutes: Minutes,
})
export type Episode = typeof Episode.Type

/** The film database's details of a film or show. A film has no episodes. */
export const TitleDetails = Schema.Struct({ ...TitleFacts.fields, episodes: Schema.Array(Episode) })
export type TitleDetails = typeof TitleDetails.Type

export const TitleId = Schema.Int.pipe(Schema.brand("TitleId"))
/** Our id of a film or show, which stays when more becomes known of it. */
export type TitleId = typeof TitleId.Type

/** A film or show as stored. */
export const Title = Schema.Struct({
  id: TitleId,
  kind: TitleKind,
  ...TitleFacts.fields,
  /** The rank of the naming source in the order of trust. */
  namedBy: Schema.Int,
  /** True once the film database has described it. Sources then change nothing. */
  described: Schema.Boolean,
  /** The time of the last lookup in the film database; undefined before it and after new ids became known. */
  checkedAt: Schema.UndefinedOr(EpochMillis),
})
export type Title = typeof Title.Type

/** A film or show to ask the film database for, with its known name, year and ids. */
export const TitleToDescribe = Schema.Struct({
  ...Struct.pick(Title.fields, ["id", "kind", "name", "year", "ids"]),
  /** The ids of some of its episodes. */
  episodeIds: Schema.Array(MediaIds),
})
export type TitleToDescribe = typeof TitleToDescribe.Type

/** A film or show that has no image, with its ids. */
export const Posterless = Schema.Struct(Struct.pick(Title.fields, ["id", "kind", "ids"]))
export type Posterless = typeof Posterless.Type

/** The source of a watch. */
export const WatchSource = Schema.Literals([
  "letterboxd",
  ...MediaServer.literals,
  "trakt",
  "simkl",
  "tmdb",
  "imdb",
  "yamtrack",
  "myanimelist",
  "anilist",
  "manual",
])
export type WatchSource = typeof WatchSource.Type

/** The precision of a time: to the moment, to the owner's day, or unknown. */
export const Precision = Schema.Literals(["moment", "day", "unknown"])
export type Precision = typeof Precision.Type

/** The time of a watch. */
export const WatchTime = Schema.Struct({
  /** Noon UTC if only the day is known, 0 for an unknown time. */
  at: EpochMillis,
  precision: Precision,
})
export type WatchTime = typeof WatchTime.Type

const told = {
  ...WatchTime.fields,
  source: WatchSource,
  /** 0.5 to 5 in halves; 0 if it is unrated. */
  rating: Schema.Finite,
  /** Plain text. */
  review: Schema.String,
}

export const WatchId = Schema.Int.pipe(Schema.brand("WatchId"))
/** The number of a stored record. The lowest of a watch's records identifies the watch. */
export type WatchId = typeof WatchId.Type

/** One watch, merged from all of its records. Its source is the fullest record's: the one with the review, if any. */
export const Watch = Schema.Struct({
  id: WatchId,
  ...told,
  /** A source's name of the episode; "" if none reports it, and for a film. */
  episodeName: Schema.String,
})
export type Watch = typeof Watch.Type

/** A source's record of one watch. Missing fields are "" and 0. */
export const WatchRecord = Schema.Struct({
  type: Schema.Literal("watched"),
  ...told,
  /** The source's own id of the record. A record that arrives again replaces the earlier one. */
  ref: Schema.String,
  item: ItemRef,
  /** The address of the film's poster. */
  imageUrl: WebUrl,
})
export type WatchRecord = typeof WatchRecord.Type

/** A rating of a film or episode, apart from any watch. The latest one counts. */
export const RatingRecord = Schema.Struct({
  type: Schema.Literal("rated"),
  source: WatchSource,
  at: EpochMillis,
  item: ItemRef,
  /** 0.5 to 5 in halves; 0 for a removed rating. */
  rating: Schema.Finite,
})
export type RatingRecord = typeof RatingRecord.Type

/** A source's number of episodes of a show so far, without specials. */
export const ShowRecord = Schema.Struct({
  type: Schema.Literal("show"),
  source: WatchSource,
  show: Schema.String,
  showYear: Year,
  showIds: MediaIds,
  totalEpisodes: Schema.Int,
})
export type ShowRecord = typeof ShowRecord.Type

/**
 * The complete list of a source's watches between two moments. Earlier watches of that time that are missing from the
 * list were removed at the source.
 */
export const ListedRecord = Schema.Struct({
  type: Schema.Literal("listed"),
  source: WatchSource,
  kind: Schema.Literals(["film", "episode"]),
  /** The first moment, inclusive. Undefined means from the beginning, with watches of an unknown time. */
  from: Schema.UndefinedOr(EpochMillis),
  /** The last moment, inclusive. */
  to: EpochMillis,
  /** The `ref` of each, rejected ones too. */
  refs: Schema.ReadonlySet(Schema.String),
})
export type ListedRecord = typeof ListedRecord.Type

/** The complete list of a source's ratings. Earlier ratings that are missing from it were removed at the source. */
export const ListedRatings = Schema.Struct({
  type: Schema.Literal("listed ratings"),
  source: WatchSource,
  items: Schema.Array(ItemRef),
})
export type ListedRatings = typeof ListedRatings.Type

/** A record of one film or show. */
export const TitleRecord = Schema.Union([WatchRecord, RatingRecord, ShowRecord])
export type TitleRecord = typeof TitleRecord.Type

/** A record of a source: of one title, or a complete list. */
export const WatchingRecord = Schema.Union([...TitleRecord.members, ListedRecord, ListedRatings])
export type WatchingRecord = typeof WatchingRecord.Type

/** The records of a batch by kind: of titles, lists of watches and lists of ratings. */
export const splitRecords = (records: ReadonlyArray<WatchingRecord>) => ({
  titleRecords: records.filter(
    (record): record is TitleRecord => record.type !== "listed" && record.type !== "listed ratings",
  ),
  lists: records.filter((record) => record.type === "listed"),
  ratingLists: records.filter((record) => record.type === "listed ratings"),
})

/** A film or show in a response. */
export const TitleSummary = Schema.Struct({
  id: TitleId,
  title: Schema.String,
  /** 0 if unknown, like `movieDbId`. */
  year: Schema.Int,
  movieDbId: Schema.Int,
  /** "" if there is none. */
  imageUrl: WebUrl,
})
export type TitleSummary = typeof TitleSummary.Type

/** A watch of a film that has a review. */
export const Review = Schema.Struct({
  film: TitleSummary,
  /** 0 to 5 in halves; 0 is unrated. The rating of the watch, else the latest of the film. */
  rating: Schema.Finite,
  review: Schema.String,
  /** Undefined for an unknown time. */
  watchedAt: Schema.UndefinedOr(EpochMillis),
  /** True if only the day is known: `watchedAt` is noon UTC of that day. */
  dayOnly: Schema.Boolean,
  source: WatchSource,
})
export type Review = typeof Review.Type

/** A show with its watched episodes of a range. */
export const WatchedShow = Schema.Struct({
  ...TitleSummary.fields,
  /** The number of episodes without specials; 0 if unknown. */
  totalEpisodes: Schema.Int,
  /** The number of distinct watched episodes, with specials. */
  episodesWatched: Schema.Int,
  /** The distinct months in the owner's time zone, 0 to 11, ascending. */
  months: Schema.Array(Schema.Int),
})
export type WatchedShow = typeof WatchedShow.Type

/** The time of a watch with a known day only. */
export const onDay = (day: string): WatchTime => ({ at: Date.parse(`${day}T12:00:00Z`), precision: "day" })

/** The time of a watch whose time is unknown. */
export const unknownTime: WatchTime = { at: 0, precision: "unknown" }
