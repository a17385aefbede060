import {
  Episode,
  Posterless,
  Review,
  Title,
  TitleId,
  TitleKind,
  TitleSummary,
  Watch,
  WatchedShow,
  WatchEvidence,
  WatchId,
  WatchRecord,
  WatchTime,
} from "@daybook/watching"
import { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Sql } from "../sql.ts"
import { columnNames, described, rowsOf } from "../table.ts"

/** Ratings from 0 to 5 in halves are counted in half stars. */
export const rating = { name: "half_stars", type: "halves" } as const

/** The rating of a `watch`, else the latest of its film or episode. */
export const shownRating = {
  ...rating,
  computed: `coalesce(nullif(watch.half_stars, 0), (
    select rating.half_stars from title_ratings as rating
    where (rating.title_id, rating.season, rating.episode) = (watch.title_id, watch.season, watch.episode)
    order by rating.at desc, rating.half_stars desc limit 1
  ), 0)`,
}

const monthsIn = (bits: number): ReadonlyArray<number> => {
  const months: Array<number> = []
  for (let month = 0; bits >> month > 0; month++) if (((bits >> month) & 1) === 1) months.push(month)
  return months
}

/** A set of months, 0 to 11, as bits of a number. */
const monthBits = { one: (value: unknown) => value, read: monthsIn }

const title = { ids: { flat: {} } }

/** The storage of the fields of titles as lists show them. */
export const summary = {
  id: "titles.id",
  title: "name",
  movieDbId: "coalesce(tmdb, 0)",
} as const

/** Titles as they are stored, with their folded names, for orders. */
export const titles = described("titles", Schema.Struct({ ...Title.fields, nameKey: Schema.String }), {
  id: { generated: true },
  ...title,
})

export const readStored = rowsOf(Title, title)

/** Titles with their keys. */
export const readTitles = rowsOf(Schema.Struct({ ...Title.fields, keys: Schema.Array(Schema.String) }), title)

/** Titles without an image. */
export const readPosterless = rowsOf(Posterless, title)

export const readNames = rowsOf(Schema.Struct(Struct.pick(Title.fields, ["id", "name"])))

/** A film, whose season and episode are 0, or an episode. */
export const Item = Schema.Struct({ titleId: TitleId, season: Schema.Int, episode: Schema.Int })
export type Item = typeof Item.Type

export const readItems = rowsOf(Item)

/** Films and episodes as a `from` clause of rows `item`. */
const givenItems = ({ given }: Sql, items: ReadonlyArray<Item>) =>
  given("item", {
    title_id: ["int", items.map(({ titleId }) => titleId)],
    season: ["int", items.map(({ season }) => season)],
    episode: ["int", items.map(({ episode }) => episode)],
  })

/** The condition that a row belongs to one of these films and episodes. */
export const amongItems = (database: Sql, items: ReadonlyArray<Item>) =>
  database.sql`(title_id, season, episode) in (
    select title_id, season, episode from ${givenItems(database, items)})`

export const records = described(
  "watch_records",
  Schema.Struct({ ...Item.fields, ...WatchEvidence.fields }),
  {
    rating,
  },
)

/** The places of stored records. */
export const readPlaces = rowsOf(
  Schema.Struct({ ...Item.fields, ...Struct.pick(WatchEvidence.fields, ["id", "source", "ref"]) }),
)

/** The records of films and episodes, each with its kind. */
export const readEvidence = rowsOf(
  Schema.Struct({ ...Item.fields, kind: TitleKind, ...WatchEvidence.fields }),
  { rating },
)

export const RatedItem = Schema.Struct({
  ...Item.fields,
  ...Struct.pick(WatchRecord.fields, ["source", "at", "rating"]),
})
export type RatedItem = typeof RatedItem.Type

export const ratings = described("title_ratings", RatedItem, { rating })

export const readRated = rowsOf(RatedItem, { rating })

/** The day of a watch; undefined for an unknown time. */
const day = Schema.UndefinedOr(LocalDate)

const StoredWatch = Schema.Struct({
  ...Item.fields,
  ...Watch.fields,
  kind: TitleKind,
  day,
  /** A bit of twelve, 0 if the time is unknown. */
  month: Schema.Int,
  /** The time of the watch before it of the same film or episode. */
  before: Schema.UndefinedOr(EpochMillis),
  beforeDay: day,
})
export type StoredWatch = typeof StoredWatch.Type

export const watches = described("watches", StoredWatch, { rating })

const EpisodeRow = Schema.Struct({ titleId: TitleId, ...Episode.fields })

export const episodes = described("episodes", EpisodeRow)

/** The columns of an episode that are copied with it to another title. */
export const ofEpisode = columnNames(Episode).join(", ")

/** Watches of films and episodes with their titles. */
export const readDated = rowsOf(
  Schema.Struct({
    watchId: WatchId,
    title: Schema.Struct(Struct.pick(TitleSummary.fields, ["id", "title", "year", "imageUrl"])),
    episode: Schema.UndefinedOr(Schema.Struct(Struct.pick(Item.fields, ["season", "episode"]))),
    ...WatchTime.fields,
    day: LocalDate,
  }),
  { title: { flat: { id: { name: "title_id" } } }, episode: { flat: {} } },
)

export const readReviews = rowsOf(Review, {
  film: { flat: summary },
  watchedAt: { computed: "case when watch.precision <> 'unknown' then watch.at end" },
  dayOnly: "watch.precision = 'day'",
  source: "watch.source",
  rating: shownRating,
})

export const readShows = rowsOf(WatchedShow, { ...summary, months: { type: monthBits } })
