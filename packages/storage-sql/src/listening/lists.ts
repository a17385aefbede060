import {
  type DateRange,
  type DayCount,
  type Granularity,
  type Journal,
  type LocalDate,
  pageOffset,
  type PageRequest,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import { type ListedPlay, type PlayedBucket, playId, type PlaysQuery } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Fragment } from "effect/sql/Statement"
import { countRows } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { ofIds } from "./editedPlays.ts"
import { readListedPlays, readWantedPlays } from "./rows.ts"

/** The end of the range without the latest days that lie whole before the page, and the offset in the rest. */
const skipDays = (
  { until }: DateRange,
  counts: ReadonlyArray<DayCount>,
  page: PageRequest,
  zone: DateTime.TimeZone,
) => {
  let offset = pageOffset(page)
  let end = until
  for (const { count, day } of counts.toReversed()) {
    if (count > offset) break
    offset -= count
    end = startOfDay(day, zone)
  }
  return { until: end, offset }
}

/** The parts of a store that lists of plays need. */
export interface PlayListStore extends Pick<Journal, "countsByDay"> {
  readonly zone: DateTime.TimeZone
  /** The id of the play that the play with this one was merged into; its own if it was not. */
  readonly leadsTo: (id: string) => Effect.Effect<string>
  /** Visible plays as a `from` clause, each by the index that finds it. */
  readonly playsOf: (query: PlaysQuery) => Fragment
}

/** The plays that are listed, and those with some ids. */
export const playListsOf = (database: Sql, { countsByDay, leadsTo, playsOf, zone }: PlayListStore) => {
  const { read, sql } = database

  /** Some plays, newest first, with their names. An edited one has the id of its edits. */
  const listed = Effect.fnUntraced(function* (found: Fragment) {
    const rows = yield* sql`select ${sql.literal(readListedPlays.selected)}
        from (${found}) as play
        join tracks on tracks.id = play.track_id join artists on artists.id = tracks.artist_id
        left join albums on albums.id = play.album_id
        order by play.played_at desc, play.track_id desc`
    return readListedPlays(rows).map(({ editedId, ...play }): ListedPlay => ({
      id: editedId ?? playId(play),
      ...play,
    }))
  })

  /** The plays with these ids, by the ids that were requested. */
  const playsWithIds = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const wanted = ofIds(database, ids)
    const found = readWantedPlays(yield* sql`select wanted.id, play.played_at, play.track_id from ${wanted}`)
    const plays = yield* listed(
      sql`select distinct play.played_at, play.track_id, play.album_id from ${wanted}`,
    )
    const byPlace = new Map(plays.map((one) => [playId(one), one]))
    return new Map(found.map(({ id, ...place }) => [id, byPlace.get(playId(place))]))
  }, Effect.orDie)

  return {
    playsWithIds,
    play: Effect.fn("ListeningLists.play")(function* (id: string) {
      const lead = yield* leadsTo(id)
      return Option.fromUndefinedOr((yield* playsWithIds([lead])).get(lead))
    }, read),
    plays: Effect.fn("ListeningLists.plays")(function* (query: PlaysQuery, page: PageRequest) {
      const { range, ...narrow } = query
      const isNarrow = Object.values(narrow).some((value) => value !== undefined)
      const counts = isNarrow ? [] : yield* countsByDay(range)
      // A deep page starts at its day: a plain offset would walk over all later plays.
      const { offset, until } = skipDays(range, counts, page, zone)
      const found = playsOf({ ...query, range: { from: range.from, until } })
      const items = yield* listed(
        sql`select played_at, track_id, album_id from ${found} order by played_at desc, track_id desc
          limit ${page.limit} offset ${offset}`,
      )
      const total = isNarrow
        ? yield* countRows(sql, found)
        : counts.reduce((sum, { count }) => sum + count, 0)
      return { items, total }
    }, read),
  }
}

/** The plays of items, by the buckets that their days are in. */
export const inBuckets = (
  plays: ReadonlyArray<{ readonly id: number; readonly start: LocalDate; readonly plays: number }>,
  granularity: Granularity,
): ReadonlyArray<PlayedBucket> => {
  const buckets = new Map<string, PlayedBucket>()
  for (const { id, plays: some, start: day } of plays) {
    const start = startOfBucket(day, granularity)
    const key = `${start} ${id}`
    buckets.set(key, { id, start, plays: (buckets.get(key)?.plays ?? 0) + some })
  }
  return [...buckets.values()].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.id - b.id))
}
