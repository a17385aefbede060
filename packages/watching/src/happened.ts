import type { Happened } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { Precision, type WatchingRecord, WatchSource } from "./model.ts"

const Ids = Schema.Struct({
  imdb: Schema.optionalKey(Schema.String),
  series: Schema.optionalKey(Schema.Finite),
  tmdb: Schema.optionalKey(Schema.Finite),
  tvdb: Schema.optionalKey(Schema.Finite),
})

const Item = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("film"), title: Schema.String, year: Schema.Finite, ids: Ids }),
  Schema.Struct({
    kind: Schema.Literal("episode"),
    show: Schema.String,
    showYear: Schema.Finite,
    showIds: Ids,
    season: Schema.Finite,
    episode: Schema.Finite,
    title: Schema.String,
    episodeIds: Ids,
  }),
])

const Record = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("watched"),
    source: WatchSource,
    ref: Schema.String,
    at: Schema.Finite,
    precision: Precision,
    item: Item,
    rating: Schema.Finite,
    review: Schema.String,
    imageUrl: Schema.String,
  }),
  Schema.Struct({
    type: Schema.Literal("rated"),
    source: WatchSource,
    at: Schema.Finite,
    item: Item,
    rating: Schema.Finite,
  }),
])

/** The time and id of a watch or a rating. Other records have no time. */
export const happened: Happened<WatchingRecord> = {
  at: (record) => (record.type === "watched" || record.type === "rated" ? record.at : undefined),
  ref: (record) => {
    if (record.type === "watched") return `watched ${record.source} ${record.ref}`
    return record.type === "rated" ? JSON.stringify(["rated", record.at, record.item]) : record.type
  },
  schema: Record,
}
