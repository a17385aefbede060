import { EpochMillis, LocalDate } from "@daybook/kernel"
import type { ColumnType } from "@daybook/storage-sql"
import {
  Episode,
  Review,
  Title,
  TitleId,
  TitleKind,
  TitleShown,
  Watch,
  WatchedShow,
  WatchEvidence,
  WatchId,
  WatchRecord,
  WatchTime,
} from "@daybook/watching"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { int } from "../sql/columnTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

/** Ratings from 0 to 5 in halves, counted in half stars. */
const halfStars: ColumnType = {
  ...int,
  one: (rating: number) => rating * 2,
  read: (count: number) => count / 2,
}

export const rating = { name: "half_stars", type: halfStars }

const monthsIn = (bits: number): ReadonlyArray<number> => {
  const months: Array<number> = []
  for (let month = 0; bits >> month > 0; month++) if (((bits >> month) & 1) === 1) months.push(month)
  return months
}

/** A set of months, 0 to 11, as bits of a number. */
const monthBits: ColumnType = { ...int, read: monthsIn }

const title = { ids: { flat: {} } }

const TitleRow = Schema.Struct({ ...Title.fields, nameKey: Schema.String })

export const titles = tableOf("titles", TitleRow, title)

/** Titles that get their ids as they are stored. */
export const newTitles = tableOf("titles", TitleRow.mapFields(Struct.omit(["id"])), title)

export const readTitles = rowsOf(Schema.Struct({ ...Title.fields, keys: Schema.Array(Schema.String) }), title)
export const readStored = rowsOf(Title, title)
export const readTitleIds = valuesOf(TitleId)

/** A film, whose season and episode are 0, or an episode. */
const Item = Schema.Struct({ titleId: TitleId, season: Schema.Int, episode: Schema.Int })
export type Item = typeof Item.Type

export const readItems = rowsOf(Item)

/** Items as one parameter, for `in (select … from json_each(…))`. */
export const itemList = (items: ReadonlyArray<Item>): string =>
  JSON.stringify(items.map(({ episode, season, titleId }) => [titleId, season, episode]))

export const records = tableOf("watch_records", Schema.Struct({ ...Item.fields, ...WatchEvidence.fields }), {
  rating,
})

/** The places of stored records. */
export const readPlaces = rowsOf(
  Schema.Struct({ ...Item.fields, ...Struct.pick(WatchEvidence.fields, ["id", "source", "ref"]) }),
)

/** The records of films and episodes, each with its kind. */
export const readEvidence = rowsOf(
  Schema.Struct({ ...Item.fields, kind: TitleKind, ...WatchEvidence.fields }),
  { rating },
)

const RatedItem = Schema.Struct({
  ...Item.fields,
  ...Struct.pick(WatchRecord.fields, ["source", "at", "rating"]),
})
export type RatedItem = typeof RatedItem.Type

export const ratings = tableOf("title_ratings", RatedItem, { rating })

export const readRated = rowsOf(RatedItem, { rating })

/** The day of a watch; undefined for an unknown time. */
const day = Schema.UndefinedOr(LocalDate)

const StoredWatch = Schema.Struct({
  ...Item.fields,
  ...Watch.fields,
  kind: TitleKind,
  day,
  /** A bit of twelve, 0 where the time is unknown. */
  month: Schema.Int,
  /** The time of the watch before it of the same film or episode. */
  before: Schema.UndefinedOr(EpochMillis),
  beforeDay: day,
})
export type StoredWatch = typeof StoredWatch.Type

export const watches = tableOf("watches", StoredWatch, { rating })

export const episodes = tableOf("episodes", Schema.Struct({ titleId: TitleId, ...Episode.fields }))

/** Watches of films and episodes with their titles. */
export const readDated = rowsOf(
  Schema.Struct({
    watchId: WatchId,
    title: Schema.Struct(Struct.pick(TitleShown.fields, ["id", "title", "year", "imageUrl"])),
    episode: Schema.UndefinedOr(Schema.Struct(Struct.pick(Item.fields, ["season", "episode"]))),
    ...WatchTime.fields,
    day: LocalDate,
  }),
  { title: { flat: { id: { name: "title_id" } } }, episode: { flat: {} } },
)

export const readReviews = rowsOf(Review, { film: { flat: {} }, rating })

export const readShows = rowsOf(WatchedShow, { months: { type: monthBits } })
