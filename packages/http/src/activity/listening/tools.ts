import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { answer } from "../../assistants/answer.ts"
import { Refused } from "../../assistants/apiCalls.ts"
import { ask, askRows, days, optional, part, pathPart, readTool, words } from "../../assistants/tool.ts"

const topMusic = readTool(
  "top_music",
  {
    title: "Most played music",
    description:
      "The most played artists, albums or tracks of a period, with play counts: my favourite band this year, the album of last summer, what I played most in June 2024.",
    parameters: {
      of: Schema.Literals(["artists", "albums", "tracks"]).annotate({ description: "What to count" }),
      period: optional(
        Schema.Literals(["7day", "1month", "3month", "6month", "12month", "overall"]),
        "A period until today, instead of from and to. All time by default",
      ),
      ...days,
      ...part,
    },
  },
  ({ from, limit, of, offset, period, to }) => {
    const time = from === undefined && to === undefined ? { period: period ?? "overall" } : { from, to }
    return askRows({ path: `/v1/listening/top/${of}`, query: time }, { limit, offset })
  },
)

const Found = Schema.Struct({
  data: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String })),
})
const foundIn = Schema.decodeUnknownEffect(Found)

const artist = readTool(
  "artist",
  {
    title: "Listening of an artist",
    description:
      "Everything about one artist the user listens to: plays, rank, first and last time, top albums and tracks, latest plays. Pass the name, or an id from another result.",
    parameters: {
      name: optional(words, "The artist's name or a part of it"),
      id: optional(Schema.Int, "The id from another result"),
    },
  },
  Effect.fnUntraced(function* ({ id, name }) {
    const known = id ?? (yield* artistNamed(name))
    const [whole, plays] = yield* Effect.all([
      ask({ path: `/v1/listening/artists/${pathPart(known)}` }),
      ask({ path: "/v1/listening/recent", query: { artist_id: known, limit: 5 } }),
    ])
    return answer({ artist: whole, last_plays: plays })
  }),
)

const artistNamed = Effect.fnUntraced(function* (name: string | undefined) {
  if (name === undefined) return yield* new Refused({ message: "Pass the artist's name or id" })
  const said = yield* ask({ path: "/v1/listening/artists", query: { q: name, sort: "plays", limit: 20 } })
  const { data } = yield* Effect.orElseSucceed(foundIn(said), () => ({ data: [] }))
  const same = data.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? data[0]
  return same === undefined
    ? yield* new Refused({ message: `No artist whose name has “${name}” was played. Try search.` })
    : same.id
})

/** The tools of assistants about music. */
export const listeningTools = [topMusic, artist]
