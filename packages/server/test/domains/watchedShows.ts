import * as Schema from "effect/Schema"
import type { Client } from "../client.ts"

const readShows = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Array(
      Schema.Struct({
        title: Schema.String,
        total_episodes: Schema.Int,
        episodes_watched: Schema.Int,
        image: Schema.optionalKey(Schema.Struct({ url: Schema.String })),
      }),
    ),
  }),
)

export const showsOf = async (reader: Client) =>
  readShows((await reader.get("/v1/watching/watched-shows?limit=1000")).body).data

export const episodesOf = async (reader: Client) =>
  Object.fromEntries((await showsOf(reader)).map((show) => [show.title, show.episodes_watched]))

/** The same by the numbers in the titles, whether they are described or not yet. */
export const episodesByNumber = async (reader: Client) =>
  Object.fromEntries(
    Object.entries(await episodesOf(reader)).map(([title, count]) => [
      title.replace("Show", "Described"),
      count,
    ]),
  )
