import { type Edit, NoSuchItem, type PageRequest, type TypeEdits } from "@daybook/kernel"
import {
  duplicateWindowMillis,
  type DuplicateStore,
  type ListedPlay,
  listedTellings,
  playPartsOf,
  sourcesOf,
  spansAround,
  reportKey,
  type ReportTable,
  type ReportedPlay,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import { countRows, onPage } from "../paging.ts"
import type { Write } from "../sql.ts"
import { valuesOf } from "../table.ts"
import type { ListeningSql } from "./listeningSql.ts"
import { behindOf, type PlayIdsOf, tellingOf, tracksByIds } from "./reports.ts"
import { readCanonical, splitTellings } from "./rows.ts"

const readMaxima = valuesOf(Schema.Int)

/** The parts of the store that duplicates need. */
interface DoublesStore {
  /** The reports of the transaction, or of a read. */
  readonly rows: Effect.Effect<ReportTable<SqlError>, SqlError>
  /** The plays that ids resolve to, in their order; undefined for a missing one. */
  readonly plays: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<ListedPlay | undefined>>
  readonly playIdsOf: PlayIdsOf
  readonly write: Write
  /** Settles some reports again, and stores what follows. */
  readonly store: (tellings: ReadonlyArray<ReportedPlay>) => Effect.Effect<unknown, SqlError>
}

/** Edits of plays. Once one is taken back another report may count. */
export const settledEdits = (
  database: ListeningSql,
  plays: TypeEdits,
  { store }: Pick<DoublesStore, "store">,
): TypeEdits => ({
  ...plays,
  takeBack: Effect.fnUntraced(function* (edit: Edit) {
    if (!(yield* plays.takeBack(edit))) return false
    const ids = [edit.itemId, String(edit.fields["into"])]
    const tellings = yield* Effect.forEach(ids, (id) => tellingOf(database, id))
    yield* store(tellings.filter((one) => one !== undefined))
    return true
  }, Effect.orDie),
})

/** Plays that sources reported in several ways. */
export const doublesOf = (
  database: ListeningSql,
  { playIdsOf, plays, rows, store, write }: DoublesStore,
): DuplicateStore => {
  const { read, sql, tableOf } = database

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
    const behind = sql`(select distinct behind_at as played_at, behind_artist as artist, behind_track as track
      from hidden_tellings) as double`
    const standing = readCanonical(
      yield* sql`select * from ${behind} order by played_at desc, artist, track ${onPage(sql, page)}`,
    )
    const total = yield* countRows(sql, behind)
    if (standing.length === 0) return { items: [], total }
    const ids = (yield* playIdsOf(standing)).map((id) => id ?? "")
    const shown = yield* plays(ids)
    const tellings = yield* tellingsOf(standing)
    const items = ids.map((id, at) => ({ id, play: shown[at], sources: listedTellings(tellings[at] ?? []) }))
    return { items, total }
  })

  const split = Effect.fnUntraced(function* (id: string) {
    const none = new NoSuchItem({ type: "double", id })
    const telling = yield* tellingOf(database, id)
    if (telling === undefined) return yield* none
    const stands = (yield* behindOf(database, telling)) ?? telling
    const [tellings = []] = yield* tellingsOf([stands])
    if (tellings.length < 2) return yield* none
    const [last = 0] = readMaxima(yield* sql`select coalesce(max(split), 0) from split_tellings`)
    yield* tableOf(splitTellings).insert(
      tellings.map(({ artist, playedAt, track }) => ({ split: last + 1, playedAt, artist, track })),
    )
    yield* store(tellings)
    return (yield* playIdsOf(tellings)).filter((one) => one !== undefined)
  })

  const sources = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    if (ids.length === 0) return []
    const places = ids.map(playPartsOf)
    const names = yield* tracksByIds(
      database,
      places.map(({ trackId }) => trackId),
    )
    const told = places.map(({ playedAt, trackId }) => ({
      artist: "",
      track: "",
      ...names.get(trackId),
      playedAt,
    }))
    return (yield* tellingsOf(told)).map(sourcesOf)
  })

  return {
    sources: (ids) => read(sources(ids)).pipe(Effect.withSpan("Doubles.sources")),
    list: (page) => read(list(page)).pipe(Effect.withSpan("Doubles.list")),
    split: (id) => write(split(id)).pipe(Effect.withSpan("Doubles.split")),
  }
}
