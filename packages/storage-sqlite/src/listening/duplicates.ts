import { NoSuchItem, type PageRequest } from "@daybook/kernel"
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
import type { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { readIds, readCanonical, splitTellings } from "./rows.ts"
import { behindOf, playIdOf, tellingOf } from "./reports.ts"

/** The parts of the store that doubles need. */
interface DoublesStore {
  /** The reports of the transaction. */
  readonly rows: Effect.Effect<ReportTable<never>>
  /** The plays that ids lead to, in their order; undefined for one that is not there. */
  readonly plays: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<ListedPlay | undefined>>
  /** Runs a change in a transaction of the domain's writer. */
  readonly write: <A, E>(change: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Settles some reports again, and stores what follows. */
  readonly store: (tellings: ReadonlyArray<ReportedPlay>) => Effect.Effect<unknown>
}

/** Plays that sources reported in several ways. */
export const doublesIn = (
  database: Database["Service"],
  { plays, rows, store, write }: DoublesStore,
): DuplicateStore => {
  const { all, many, read, sql } = database

  /** Everything that tells of these plays, each report with those behind it. */
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
    const behind = sql`(select distinct behind_at as played_at, behind_artist as artist, behind_track as track
      from hidden_tellings)`
    const standing = readCanonical(
      all(sql`select * from ${behind} order by played_at desc, artist, track ${onPage(sql, page)}`),
    )
    const ids = standing.map((one) => playIdOf(database, one) ?? "")
    const shown = yield* plays(ids)
    const tellings = yield* tellingsOf(standing)
    return {
      items: ids.map((id, at) => ({ id, play: shown[at], sources: listedTellings(tellings[at] ?? []) })),
      total: countRows(database, behind),
    }
  })

  const split = Effect.fnUntraced(function* (id: string) {
    const none = new NoSuchItem({ type: "double", id })
    const telling = tellingOf(database, id)
    if (telling === undefined) return yield* none
    const stands = behindOf(database, telling) ?? telling
    const [tellings = []] = yield* tellingsOf([stands])
    if (tellings.length < 2) return yield* none
    const [last = 0] = readIds(all(sql`select coalesce(max(split), 0) as id from split_tellings`))
    many(
      splitTellings.insert(
        tellings.map(({ artist, playedAt, track }) => ({ split: last + 1, playedAt, artist, track })),
      ),
    )
    yield* store(tellings)
    return tellings.flatMap((one) => playIdOf(database, one) ?? [])
  })

  return {
    list: (page) => read(list(page)).pipe(Effect.withSpan("Doubles.list")),
    split: (id) => write(split(id)).pipe(Effect.withSpan("Doubles.split")),
  }
}
