import * as Shared from "@daybook/storage-sql/watching"
import { Title, WatchId } from "@daybook/watching"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

export * from "@daybook/storage-sql/watching"

export const titles = tableOf("titles", Shared.TitleRow, { id: { generated: true }, ...Shared.titleColumns })

export const readNames = rowsOf(Schema.Struct(Struct.pick(Title.fields, ["id", "name"])))

/** Items as parameters: `unnest(…) as item (title_id, season, episode)`. */
export const items = tableOf("item", Shared.Item)

export const readWatchIds = valuesOf(WatchId)

/** Ratings by their items, as texts. */
export const readRatings = rowsOf(Schema.Struct({ item: Schema.String, rating: Schema.Finite }), {
  rating: Shared.rating,
})

export const records = tableOf(...Shared.records)
export const ratings = tableOf(...Shared.ratings)
export const watches = tableOf(...Shared.watches)
export const episodes = tableOf(...Shared.episodes)
