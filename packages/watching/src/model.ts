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
import type { TitleDetails } from "./ports.ts"

export const TitleId = Schema.Int.pipe(Schema.brand("TitleId"))
/** The number of a film or show here, which stays when sources or the film database tell more of it. */
export type TitleId = typeof TitleId.Type

/** Who told of a watch. */
export const WatchSource = Schema.Literals(["letterboxd", "plex", "jellyfin", "emby", "trakt", "manual"])
export type WatchSource = typeof WatchSource.Type

/** How well a source knows when: to the moment, to the person's day, or that it was some time. */
export const Precision = Schema.Literals(["moment", "day", "unknown"])
export type Precision = typeof Precision.Type

/** When something was watched. */
export interface WatchTime {
  /** Noon UTC of the day where only the day is known, 0 where nothing is. */
  readonly at: EpochMillis
  readonly precision: Precision
}

/** What one source says of one watch. What it does not say is "" and 0. */
export interface WatchRecord extends WatchTime {
  readonly type: "watched"
  readonly source: WatchSource
  /** The source's own name of this record: what comes again under it takes the place of what came before. */
  readonly ref: string
  readonly item: FilmRef | EpisodeRef
  /** 0.5 to 5 in halves. */
  readonly rating: number
  /** Plain text. */
  readonly review: string
  /** The address of the film's poster. */
  readonly imageUrl: string
}

/** A rating by itself, which is of the film or episode and of no watch. The latest of them holds. */
export interface RatingRecord {
  readonly type: "rated"
  readonly source: WatchSource
  readonly at: EpochMillis
  readonly item: FilmRef | EpisodeRef
  /** 0.5 to 5 in halves; 0 where a rating was taken back. */
  readonly rating: number
}

/** How many episodes a show has so far, specials left out, where a source knows it. */
export interface ShowRecord {
  readonly type: "show"
  readonly source: WatchSource
  readonly show: string
  readonly showYear: number
  readonly showIds: MediaIds
  readonly totalEpisodes: number
}

/**
 * All that a source lists of its watches between two moments, as a whole reading of them has shown: what it told of that
 * time before and no longer lists was removed there.
 */
export interface ListedRecord {
  readonly type: "listed"
  readonly source: WatchSource
  readonly kind: "film" | "episode"
  /** The first moment, included; undefined from the beginning, watches of an unknown time among them. */
  readonly from: EpochMillis | undefined
  /** The last moment, included. */
  readonly to: EpochMillis
  /** Its own names of them, odd ones too. */
  readonly refs: ReadonlySet<string>
}

/**
 * All that a source lists of its ratings, as a whole reading of them has shown: a rating that it told of anything else
 * was taken back there.
 */
export interface ListedRatings {
  readonly type: "listed ratings"
  readonly source: WatchSource
  readonly items: ReadonlyArray<FilmRef | EpisodeRef>
}

/** Something told of a film or show. */
export type TitleRecord = WatchRecord | RatingRecord | ShowRecord

/** What sources tell. */
export type WatchingRecord = TitleRecord | ListedRecord | ListedRatings

/** What of a batch is told of titles, and what lists of watches and of ratings. */
export const partRecords = (records: ReadonlyArray<WatchingRecord>) => ({
  told: records.filter(
    (record): record is TitleRecord => record.type !== "listed" && record.type !== "listed ratings",
  ),
  lists: records.filter((record) => record.type === "listed"),
  ratingLists: records.filter((record) => record.type === "listed ratings"),
})

/** One watch, put together from all that was told of it. */
export interface Watch extends WatchTime {
  /** Who knows most of it: who has the review, where there is one. */
  readonly source: WatchSource
  readonly rating: number
  readonly review: string
}

/** What is shown of a film or a show. */
export interface TitleShown {
  readonly id: TitleId
  readonly title: string
  /** 0 where it is not known, as is the film database's number. */
  readonly year: number
  readonly movieDbId: number
  /** "" where there is none. */
  readonly imageUrl: string
}

/** A watch of a film that has a review. */
export interface Review {
  readonly film: TitleShown
  /** 0 to 5 in halves; 0 is unrated. That of the watch, else the latest of the film. */
  readonly rating: number
  readonly review: string
  readonly watchedAt: EpochMillis
  readonly source: WatchSource
}

/** A show, and what was seen of it within a range. */
export interface WatchedShow extends TitleShown {
  /** 0 where it is not known; specials are left out. */
  readonly totalEpisodes: number
  /** Distinct episodes, specials too. */
  readonly episodesWatched: number
  /** The distinct months in the person's time zone, 0 to 11, ascending. */
  readonly months: ReadonlyArray<number>
}

const longestReview = 100_000

// A database's integer; no service counts that far.
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

/**
 * A record that every store can keep, whatever its source sends: storable texts of no boundless length, numbers that a
 * database has room for, ratings in half steps.
 */
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

/** The film database's details as every store can keep them. */
export const tidyDetails = (details: TitleDetails): TitleDetails => ({
  name: storableText(details.name, longestName),
  year: tidyYear(details.year),
  ids: tidyIds(details.ids),
  imageUrl: storableAddress(details.imageUrl),
  totalEpisodes: tidyNumber(details.totalEpisodes),
  running: details.running,
})

/** A rating of another scale on that of 0 to 5 in halves: 7 of 10 is 3.5. What is rated at all is never 0. */
export const ratingOf = (value: number, scale: number): number =>
  value > 0 ? Math.max(0.5, Math.min(5, Math.round((value / scale) * 10) / 2)) : 0

/** The time of a watch of which the day is known alone. */
export const onDay = (day: string): WatchTime => ({ at: Date.parse(`${day}T12:00:00Z`), precision: "day" })

/** The time of a watch of which nobody knows when it was. */
export const someTime: WatchTime = { at: 0, precision: "unknown" }
