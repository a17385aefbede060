import { NoSuchItem, pageOffset, type PageRequest } from "@daybook/kernel"
import {
  duplicateWindowMillis,
  type DuplicateStore,
  type ListedPlay,
  listedTellings,
  spansAround,
  reportKey,
  type ReportTable,
  type ReportedPlay,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { readCounts, readMaxima, readCanonical, splitTellings } from "./rows.ts"
import { behindOf, playIdsOf, tellingOf } from "./reports.ts"

/** The parts of the store that doubles need. */
interface DoublesStore {
  /** The reports of the transaction, or of a read. */
  readonly rows: Effect.Effect<ReportTable<SqlError>, SqlError>
  /** The plays that ids lead to, in their order; undefined for one that is not there. */
  readonly plays: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<ListedPlay | undefined>>
  /** Runs a change in a transaction of the domain's writer. */
  readonly write: <A, E>(change: Effect.Effect<A, E>) => Effect.Effect<A, E | SqlError>
  /** Settles some reports again, and stores what follows. */
  readonly store: (tellings: ReadonlyArray<ReportedPlay>) => Effect.Effect<unknown, SqlError>
}

/** Plays that sources reported in several ways, in SQL. */
export const doublesIn = (
  sql: SqlClient.SqlClient,
  { plays, rows, store, write }: DoublesStore,
): DuplicateStore => {
  /** All reports of these plays, each with the ones it supersedes. */
  const tellingsOf = Effect.fnUntraced(function* (standing: ReadonlyArray<ReportedPlay>) {
    const { within } = yield* rows
    const around = spansAround(
      standing.map(({ playedAt }) => playedAt),
      duplicateWindowMillis,
    )
    const found = Map.groupBy(yield* within(around), (one) => reportKey(one.behind ?? one))
    return standing.map((one) => found.get(reportKey(one)) ?? [])
  })

  const list = Effect.fnUntraced(function* (page: PageRequest) {
    const standing = readCanonical(
      yield* sql`select distinct behind_at as played_at, behind_artist as artist, behind_track as track from hidden_tellings
        order by behind_at desc, behind_artist, behind_track limit ${page.limit} offset ${pageOffset(page)}`,
    )
    const [total = 0] = readCounts(
      yield* sql`select count(*)::int from (
        select distinct behind_at, behind_artist, behind_track from hidden_tellings
      ) as double`,
    )
    if (standing.length === 0) return { items: [], total }
    const ids = (yield* playIdsOf(sql, standing)).map((id) => id ?? "")
    const shown = yield* plays(ids)
    const tellings = yield* tellingsOf(standing)
    const items = ids.map((id, at) => ({ id, play: shown[at], sources: listedTellings(tellings[at] ?? []) }))
    return { items, total }
  })

  const split = Effect.fnUntraced(function* (id: string) {
    const none = new NoSuchItem({ type: "double", id })
    const telling = yield* tellingOf(sql, id)
    if (telling === undefined) return yield* none
    const stands = (yield* behindOf(sql, telling)) ?? telling
    const [tellings = []] = yield* tellingsOf([stands])
    if (tellings.length < 2) return yield* none
    const [last = 0] = readMaxima(yield* sql`select coalesce(max(split), 0)::int from split_tellings`)
    yield* sql`${splitTellings.insert(
      tellings.map(({ artist, playedAt, track }) => ({ split: last + 1, playedAt, artist, track })),
    )}`
    yield* store(tellings)
    return (yield* playIdsOf(sql, tellings)).filter((one) => one !== undefined)
  })

  return {
    list: (page) => Effect.orDie(Effect.withSpan(list(page), "Doubles.list")),
    split: (id) =>
      write(split(id)).pipe(Effect.catchTag("SqlError", Effect.die), Effect.withSpan("Doubles.split")),
  }
}
