import {
  addDays,
  everything,
  type LocalDate,
  startOfBucket,
  startOfDay,
  today,
  visibleOf,
} from "@daybook/kernel"
import { ListeningStore, type Played, type PlayedKind } from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { unixTime } from "./listens.ts"
import { answered, type Asked, badRequest, type Failure, json, partIn, partOf, type Query } from "./query.ts"
import { bucketName, bucketsOf, daysOf, instantsOf, StatsRange, widthOf } from "./ranges.ts"

const rangeIn = (query: Query): Effect.Effect<StatsRange, Failure> => {
  const range = query["range"] || "all_time"
  return Schema.is(StatsRange)(range)
    ? Effect.succeed(range)
    : Effect.fail(badRequest(`range must be one of ${StatsRange.literals.join(", ")}`))
}

/** The names of a statistic in a response, and its item. MusicBrainz ids are not known. */
const shapes = {
  artists: {
    kind: "artist",
    total: "total_artist_count",
    of: ({ name }: Played) => ({ artist_name: name, artist_mbid: null }),
  },
  releases: {
    kind: "album",
    total: "total_release_count",
    of: ({ artist, name }: Played) => ({
      artist_name: artist,
      artist_mbids: [],
      release_name: name,
      release_mbid: null,
    }),
  },
  release_groups: {
    kind: "album",
    total: "total_release_group_count",
    of: ({ artist, name }: Played) => ({
      artist_name: artist,
      artist_mbids: [],
      release_group_name: name,
      release_group_mbid: null,
    }),
  },
  recordings: {
    kind: "track",
    total: "total_recording_count",
    of: ({ artist, name }: Played) => ({
      artist_name: artist,
      artist_mbids: [],
      track_name: name,
      recording_mbid: null,
    }),
  },
} as const satisfies Record<
  string,
  { readonly kind: PlayedKind; readonly total: string; readonly of: (one: Played) => object }
>

const zone = DateTime.CurrentTimeZone

/** The fields of every statistic about its range. */
const spanOf = Effect.fnUntraced(function* (range: StatsRange, from: LocalDate, until: LocalDate) {
  const where = yield* zone
  return {
    range,
    from_ts: unixTime(startOfDay(from, where)),
    to_ts: unixTime(startOfDay(until, where)) - 1,
    last_updated: unixTime(yield* Clock.currentTimeMillis),
  }
})

const daysIn = Effect.fnUntraced(function* (range: StatsRange) {
  const { journal } = yield* ListeningStore
  const now = yield* today
  const known = daysOf(range, now)
  if (known !== undefined) return known
  const [first] = yield* journal.countsByDay(everything, "year")
  return { from: first?.day ?? now, until: addDays(now, 1) }
})

const nothing = HttpServerResponse.empty({ status: 204 })

const top = (name: keyof typeof shapes) =>
  Effect.fnUntraced(function* ({ params, query }: Asked) {
    const { lists } = yield* ListeningStore
    const { kind, of, total: totalName } = shapes[name]
    const range = yield* rangeIn(query)
    const part = yield* partIn(query)
    const days = yield* daysIn(range)
    const asked = {
      range: range === "all_time" ? everything : instantsOf(days, yield* zone),
      sort: "plays",
      order: "desc",
    } as const
    const { items: all, total } = yield* partOf((page) => lists.played(kind, asked, page), part)
    const items = yield* visibleOf("listening", all, ({ id }) => [{ type: kind, id }])
    if (total === 0) return nothing
    return json({
      payload: {
        [name]: items.map((one) => ({ ...of(one), listen_count: one.plays })),
        count: items.length,
        offset: part.offset,
        [totalName]: total,
        user_id: params.user_name,
        ...(yield* spanOf(range, days.from, days.until)),
      },
    })
  })

const activity = Effect.fnUntraced(function* ({ params, query }: Asked) {
  const { journal } = yield* ListeningStore
  const where = yield* zone
  const range = yield* rangeIn(query)
  const days = yield* daysIn(range)
  const by = widthOf(range)
  const buckets = bucketsOf(range, days)
  const from = buckets[0]?.from ?? days.from
  const counts = yield* journal.countsByDay(instantsOf({ from, until: days.until }, where), by)
  if (counts.length === 0) return nothing
  const known = new Map(counts.map(({ count, day }) => [startOfBucket(day, by), count]))
  return json({
    payload: {
      listening_activity: buckets.map(({ from: start, until }) => ({
        from_ts: unixTime(startOfDay(start, where)),
        to_ts: unixTime(startOfDay(until, where)) - 1,
        listen_count: known.get(start) ?? 0,
        time_range: bucketName(start, range),
      })),
      user_id: params.user_name,
      ...(yield* spanOf(range, from, days.until)),
    },
  })
})

/** Statistics of ListenBrainz: https://listenbrainz.readthedocs.io/en/latest/users/api/statistics.html */
export const makeStats = Effect.map(
  Effect.context<ListeningStore | DateTime.CurrentTimeZone>(),
  (services) => ({
    topArtists: answered(services, top("artists")),
    topReleases: answered(services, top("releases")),
    topReleaseGroups: answered(services, top("release_groups")),
    topRecordings: answered(services, top("recordings")),
    listeningActivity: answered(services, activity),
  }),
)
