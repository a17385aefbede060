import {
  type EpochMillis,
  longestName,
  storableAddress,
  storableInstant,
  storableName,
  storableText,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { EpisodeRef, FilmRef, MediaIds } from "./mediaEvent.ts"
import { ratingOf } from "./rating.ts"

/** The film database's details of a film or show. */
export interface TitleDetails {
  readonly name: string
  /** 0 where it is unknown. */
  readonly year: number
  readonly ids: MediaIds
  /** The address of its image, "" where it has none. */
  readonly imageUrl: string
  /** The number of episodes without specials; 0 for a film. */
  readonly totalEpisodes: number
  /** True for a show that may get more episodes. */
  readonly running: boolean
}

export const TitleId = Schema.Int.pipe(Schema.brand("TitleId"))
/** Our id of a film or show, which stays when more becomes known of it. */
export type TitleId = typeof TitleId.Type

/** The source of a watch. */
export const WatchSource = Schema.Literals(["letterboxd", "plex", "jellyfin", "emby", "trakt", "manual"])
export type WatchSource = typeof WatchSource.Type

/** The precision of a time: to the moment, to the person's day, or unknown. */
export const Precision = Schema.Literals(["moment", "day", "unknown"])
export type Precision = typeof Precision.Type

/** The time of a watch. */
export interface WatchTime {
  /** Noon UTC for a day alone, 0 for an unknown time. */
  readonly at: EpochMillis
  readonly precision: Precision
}

/** A source's record of one watch. Missing fields are "" and 0. */
export interface WatchRecord extends WatchTime {
  readonly type: "watched"
  readonly source: WatchSource
  /** The source's own id of the record. A record that comes again replaces the earlier one. */
  readonly ref: string
  readonly item: FilmRef | EpisodeRef
  /** 0.5 to 5 in halves. */
  readonly rating: number
  /** Plain text. */
  readonly review: string
  /** The address of the film's poster. */
  readonly imageUrl: string
}

/** A rating of a film or episode, apart from any watch. The latest one counts. */
export interface RatingRecord {
  readonly type: "rated"
  readonly source: WatchSource
  readonly at: EpochMillis
  readonly item: FilmRef | EpisodeRef
  /** 0.5 to 5 in halves; 0 for a removed rating. */
  readonly rating: number
}

/** A source's number of episodes of a show so far, without specials. */
export interface ShowRecord {
  readonly type: "show"
  readonly source: WatchSource
  readonly show: string
  readonly showYear: number
  readonly showIds: MediaIds
  readonly totalEpisodes: number
}

/**
 * The complete list of a source's watches between two moments. Earlier watches of that time that are missing from the
 * list were removed at the source.
 */
export interface ListedRecord {
  readonly type: "listed"
  readonly source: WatchSource
  readonly kind: "film" | "episode"
  /** The first moment, inclusive. Undefined means from the beginning, with watches of an unknown time. */
  readonly from: EpochMillis | undefined
  /** The last moment, inclusive. */
  readonly to: EpochMillis
  /** The `ref` of each, rejected ones too. */
  readonly refs: ReadonlySet<string>
}

/** The complete list of a source's ratings. Earlier ratings that are missing from it were removed at the source. */
export interface ListedRatings {
  readonly type: "listed ratings"
  readonly source: WatchSource
  readonly items: ReadonlyArray<FilmRef | EpisodeRef>
}

/** A record of one film or show. */
export type TitleRecord = WatchRecord | RatingRecord | ShowRecord

/** A record of a source: of one title, or a complete list. */
export type WatchingRecord = TitleRecord | ListedRecord | ListedRatings

/** The records of a batch by kind: of titles, lists of watches and lists of ratings. */
export const splitRecords = (records: ReadonlyArray<WatchingRecord>) => ({
  titleRecords: records.filter(
    (record): record is TitleRecord => record.type !== "listed" && record.type !== "listed ratings",
  ),
  lists: records.filter((record) => record.type === "listed"),
  ratingLists: records.filter((record) => record.type === "listed ratings"),
})

/** One watch, merged from all of its records. */
export interface Watch extends WatchTime {
  /** The source with the fullest record: the one with the review, if any. */
  readonly source: WatchSource
  readonly rating: number
  readonly review: string
}

/** A film or show in an answer. */
export interface TitleShown {
  readonly id: TitleId
  readonly title: string
  /** 0 where it is unknown, like `movieDbId`. */
  readonly year: number
  readonly movieDbId: number
  /** "" where there is none. */
  readonly imageUrl: string
}

/** A watch of a film that has a review. */
export interface Review {
  readonly film: TitleShown
  /** 0 to 5 in halves; 0 is unrated. The rating of the watch, else the latest of the film. */
  readonly rating: number
  readonly review: string
  readonly watchedAt: EpochMillis
  readonly source: WatchSource
}

/** A show with its watched episodes of a range. */
export interface WatchedShow extends TitleShown {
  /** The number of episodes without specials; 0 where it is unknown. */
  readonly totalEpisodes: number
  /** The number of distinct watched episodes, with specials. */
  readonly episodesWatched: number
  /** The distinct months in the person's time zone, 0 to 11, ascending. */
  readonly months: ReadonlyArray<number>
}

const longestReview = 100_000

// The largest integer that every store keeps.
const tidyNumber = (value: number, most = 2_147_483_647) =>
  Number.isInteger(value) && value >= 0 && value <= most ? value : 0

const tidyYear = (year: number) => tidyNumber(year, 9_999)

const tidyIds = ({ imdb = "", series = 0, tmdb = 0, tvdb = 0 }: MediaIds): MediaIds => {
  const name = storableName(imdb, 20)
  return {
    ...(name === "" ? {} : { imdb: name }),
    ...(tidyNumber(tmdb) === 0 ? {} : { tmdb }),
    ...(tidyNumber(tvdb) === 0 ? {} : { tvdb }),
    ...(tidyNumber(series) === 0 ? {} : { series }),
  }
}

const tidyItem = (item: FilmRef | EpisodeRef): FilmRef | EpisodeRef => {
  const title = storableText(item.title, longestName)
  return item.kind === "film"
    ? { kind: "film", title, year: tidyYear(item.year), ids: tidyIds(item.ids) }
    : {
        kind: "episode",
        show: storableText(item.show, longestName),
        showYear: tidyYear(item.showYear),
        showIds: tidyIds(item.showIds),
        season: tidyNumber(item.season),
        episode: tidyNumber(item.episode),
        title,
        episodeIds: tidyIds(item.episodeIds),
      }
}

/** A record in a form that every store can keep: bounded texts and numbers, ratings in half steps. */
export const tidyRecord = (record: WatchingRecord): WatchingRecord => {
  switch (record.type) {
    case "watched":
      return {
        ...record,
        ref: storableText(record.ref, longestName),
        item: tidyItem(record.item),
        rating: ratingOf(record.rating, 5),
        review: storableText(record.review, longestReview),
        imageUrl: storableAddress(record.imageUrl),
        at: storableInstant(record.at),
      }
    case "listed":
      return { ...record, refs: new Set(Array.from(record.refs, (ref) => storableText(ref, longestName))) }
    case "listed ratings":
      return { ...record, items: record.items.map(tidyItem) }
    case "rated":
      return {
        ...record,
        item: tidyItem(record.item),
        rating: ratingOf(record.rating, 5),
        at: storableInstant(record.at),
      }
    case "show":
      return {
        ...record,
        show: storableText(record.show, longestName),
        showYear: tidyYear(record.showYear),
        showIds: tidyIds(record.showIds),
        totalEpisodes: tidyNumber(record.totalEpisodes),
      }
  }
}

/** The film database's details in a form that every store can keep. */
export const tidyDetails = (details: TitleDetails): TitleDetails => ({
  name: storableText(details.name, longestName),
  year: tidyYear(details.year),
  ids: tidyIds(details.ids),
  imageUrl: storableAddress(details.imageUrl),
  totalEpisodes: tidyNumber(details.totalEpisodes),
  running: details.running,
})

/** The time of a watch with a known day only. */
export const onDay = (day: string): WatchTime => ({ at: Date.parse(`${day}T12:00:00Z`), precision: "day" })

/** The time of a watch whose time is unknown. */
export const unknownTime: WatchTime = { at: 0, precision: "unknown" }
