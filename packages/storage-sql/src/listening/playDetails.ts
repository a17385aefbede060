import { dedupeByKey, type PageRequest } from "@daybook/kernel"
import {
  PlayDetails,
  PlayDetailsStore,
  type ReportedPlay,
  reportKey,
  trackKey,
  type TrackNames,
  TrackRating,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { countRows, onPage } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { described } from "../table.ts"

const playDetails = described("play_details", PlayDetails)

const trackRatings = described(
  "track_ratings",
  Schema.Struct({ trackKey: Schema.String, ...TrackRating.fields }),
)

/** Details that players sent with plays, and ratings of tracks. */
export const playDetailsStore = ({ given, hashed, read, sql, tableOf, transaction }: Sql) => {
  const table = tableOf(playDetails)
  const rated = tableOf(trackRatings)

  const amongTracks = (tracks: ReadonlyArray<TrackNames>) => {
    const asked = given("asked", { key: ["text", tracks.map(trackKey)] })
    return sql`${sql.literal(hashed("track_key"))} in (select ${sql.literal(hashed("asked.key"))} from ${asked})`
  }

  /** The details that players sent for these plays, in any spelling. */
  const stored = Effect.fnUntraced(function* (plays: ReadonlyArray<ReportedPlay>) {
    const asked = new Set(plays.map(reportKey))
    const times = given("asked", {
      at: ["instant", [...new Set(plays.map(({ playedAt }) => playedAt))]],
    })
    const found = table.read(
      yield* sql`select ${table.columns} from play_details where played_at in (select at from ${times})`,
    )
    return found.filter((one) => asked.has(reportKey(one)))
  })

  return PlayDetailsStore.of({
    put: Effect.fn("PlayDetailsStore.put")(function* (details: ReadonlyArray<PlayDetails>) {
      const rows = dedupeByKey(details, reportKey)
      const before = yield* stored(rows)
      const sent = given("sent", {
        played_at: ["instant", before.map(({ playedAt }) => playedAt)],
        artist: ["text", before.map(({ artist }) => artist)],
        track: ["text", before.map(({ track }) => track)],
      })
      yield* sql`delete from play_details
        where (played_at, artist, track) in (select played_at, artist, track from ${sent})`
      yield* table.insert(rows)
    }, transaction),
    of: Effect.fn("PlayDetailsStore.of")(stored, read),
    rate: Effect.fn("PlayDetailsStore.rate")(function* (rating: TrackRating) {
      yield* sql`delete from track_ratings where ${amongTracks([rating])}`
      yield* rated.insert([{ ...rating, trackKey: trackKey(rating) }])
    }, transaction),
    unrate: Effect.fn("PlayDetailsStore.unrate")(function* (track: TrackNames) {
      yield* sql`delete from track_ratings where ${amongTracks([track])}`
    }, transaction),
    ratings: Effect.fn("PlayDetailsStore.ratings")(function* (
      score: TrackRating["score"] | undefined,
      page: PageRequest,
    ) {
      const some = sql`track_ratings where ${score === undefined ? sql`true` : sql`score = ${score}`}`
      return {
        items: rated.read(
          yield* sql`select ${rated.columns} from ${some} order by rated_at desc, track_key ${onPage(sql, page)}`,
        ),
        total: yield* countRows(sql, some),
      }
    }, read),
    ratingsOf: Effect.fn("PlayDetailsStore.ratingsOf")(function* (tracks: ReadonlyArray<TrackNames>) {
      return rated.read(yield* sql`select ${rated.columns} from track_ratings where ${amongTracks(tracks)}`)
    }, read),
  })
}
