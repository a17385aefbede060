import * as Shared from "@daybook/storage-sql/watching"
import * as Struct from "effect/Struct"
import { rowsOf, tableOf } from "../sql/table.ts"

export * from "@daybook/storage-sql/watching"

export const titles = tableOf("titles", Shared.TitleRow, Shared.titleColumns)

/** Titles that get their ids as they are stored. */
export const newTitles = tableOf(
  "titles",
  Shared.TitleRow.mapFields(Struct.omit(["id"])),
  Shared.titleColumns,
)

/** Items as one parameter, for `in (select … from json_each(…))`. */
export const itemList = (items: ReadonlyArray<Shared.Item>): string =>
  JSON.stringify(items.map(({ episode, season, titleId }) => [titleId, season, episode]))

export const records = tableOf(...Shared.records)
export const ratings = tableOf(...Shared.ratings)
export const watches = tableOf(...Shared.watches)
export const episodes = tableOf(...Shared.episodes)

export const readRated = rowsOf(Shared.RatedItem, { rating: Shared.rating })
