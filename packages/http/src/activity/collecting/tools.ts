import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { answer } from "../../assistants/answer.ts"
import { ask, askRows, optional, part, readTool, words } from "../../assistants/tool.ts"

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
  ({ artist, kind, query, ...rows }) => {
    switch (kind) {
      case "records":
        return askRows({ path: "/v1/collecting/records", query: { q: query, artist } }, rows)
      case "films":
        return askRows({ path: "/v1/collecting/media", query: { q: query } }, rows)
      case "wanted":
        return askRows({ path: "/v1/collecting/wantlist" }, rows)
      case "stats":
        return Effect.map(ask({ path: "/v1/collecting/stats" }), answer)
      case "beside_plays":
        return Effect.map(ask({ path: "/v1/collecting/cross-reference", query: { limit: 10 } }), answer)
    }
  },
)

/** The tools of assistants about records and films owned. */
export const collectingTools = [owned]
