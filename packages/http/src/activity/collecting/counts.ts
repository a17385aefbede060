import { type Countable, field } from "../../assistants/counts/countable.ts"

/** Records and films added to the shelf, as assistants count them. */
export const collectingCounts: ReadonlyArray<Countable> = [
  {
    of: "owned",
    list: { path: "/v1/collecting/recent" },
    at: "added_at",
    dimensions: {
      type: field("type"),
      artist: field("artist"),
      format: field("format"),
      released: field("year"),
    },
  },
]
