import type { EventTiming } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { RatingRecord, type WatchingRecord, WatchRecord } from "./model.ts"

/** The time and id of a watch or a rating. Other records have no time. */
export const happened: EventTiming<WatchingRecord> = {
  at: (record) => (record.type === "watched" || record.type === "rated" ? record.at : undefined),
  ref: (record) => {
    if (record.type === "watched") return `watched ${record.source} ${record.ref}`
    return record.type === "rated" ? JSON.stringify(["rated", record.at, record.item]) : record.type
  },
  schema: Schema.Union([WatchRecord, RatingRecord]),
}
