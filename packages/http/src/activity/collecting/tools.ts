import * as Schema from "effect/Schema"
import { askKind, optional, part, readTool, words } from "../../assistants/tool.ts"

const askOwned = askKind({
  records: { path: "/v1/collecting/records", takes: { query: "q", artist: "artist" } },
  films: { path: "/v1/collecting/media", takes: { query: "q" } },
  stats: { path: "/v1/collecting/stats", isOne: true },
  beside_plays: { path: "/v1/collecting/cross-reference", query: { limit: 10 }, isOne: true },
  wanted: { path: "/v1/collecting/wantlist" },
})

const owned = readTool(
  "owned",
  {
    title: "Records and films owned",
    description:
      "The user's collection: records (LPs, CDs, tapes) and films on disc: do I own this album, which records by this artist, what did I add last, how many; and which of them were played most or never; and the records the user wants to buy.",
    parameters: {
      kind: Schema.Literals(["records", "films", "stats", "beside_plays", "wanted"]).annotate({
        description:
          "records, films, stats (counts), beside_plays (records by how often they were played), or wanted (the wantlist)",
      }),
      query: optional(words, "Words of the title"),
      artist: optional(words, "Only records of this artist"),
      ...part,
    },
  },
  ({ kind, ...asked }) => askOwned(kind, asked),
)

/** The tools of assistants about records and films owned. */
export const collectingTools = [owned]
