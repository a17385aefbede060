import type { CheckIn } from "@daybook/places"
import * as Schema from "effect/Schema"
import { Instant, InstantOrEmpty } from "../replies.ts"

export const checkIn = (id: string, checkedInAt: number): CheckIn => ({
  id,
  venueName: `Venue ${id}`,
  category: "",
  city: "Eastport",
  country: "Sealand",
  position: undefined,
  checkedInAt,
  shout: "",
  venueRef: "",
})

export const Count = { count: Schema.Int }
export const ByDomain = { by_domain: Schema.Record(Schema.String, Schema.Int) }
export const Streak = Schema.Struct({ days: Schema.Int, from: Schema.String, to: Schema.String })
export const Entry = Schema.Struct({
  id: Schema.String,
  domain: Schema.String,
  kind: Schema.String,
  at: Instant,
  day_only: Schema.Boolean,
  title: Schema.String,
  subtitle: Schema.String,
  url: Schema.String,
  image: Schema.optionalKey(Schema.Struct({ url: Schema.String })),
  item: Schema.Struct({ type: Schema.String, id: Schema.String }),
  ...Count,
})
const { at: _, ...fieldsOfEntry } = Entry.fields
const LatestEntry = Schema.Struct({ ...fieldsOfEntry, at: InstantOrEmpty })

export const Now = Schema.Record(Schema.String, LatestEntry)

export const journaled = ["listening", "attending", "collecting", "running", "watching", "reading", "places"]
