import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import {
  type BoundedRow,
  maxDoubtfulLength,
  maxRejectedRowLength,
  maxRejectedRows,
  type RejectedRow,
  ReaderVersion,
  type RejectedRows,
  RejectedRowStore,
} from "./rejectedRows.ts"
import { maxNameLength, storableText } from "../text/storableText.ts"
import type { DomainName } from "./syncRuns.ts"

/** The keeper of the rejected rows of one sync. */
export interface RejectedRowKeeper {
  readonly setAside: (typeof RejectedRows)["Service"]
  /** The number of rejected rows so far, each counted once. */
  readonly count: () => number
  /** Drops the rows that fit; to be called after the batch that stored them. */
  readonly settle: Effect.Effect<void>
}

// The number of rows tried again at once.
const triedAtOnce = 100

const refText = (ref: string): string => storableText(ref, maxNameLength)

const bounded = (row: RejectedRow): BoundedRow => {
  const longest = row.kind === "doubtful" ? maxDoubtfulLength : maxRejectedRowLength
  return {
    ...row,
    ref: refText(row.ref),
    reason: storableText(row.reason, maxNameLength),
    raw: storableText(row.raw, longest),
    whole: row.raw.length <= longest,
  }
}

/** A keeper of rejected rows for one sync of a domain, on the store that is provided. */
export const makeRejectedRowKeeper = Effect.fnUntraced(function* (domain: DomainName) {
  const store = yield* RejectedRowStore
  const version = yield* ReaderVersion
  const rejected = new Set<string>()
  const kept = new Map<string, Set<string>>()
  const fitting = new Map<string, Set<string>>()

  const refsOf = Effect.fnUntraced(function* (source: string) {
    const known = kept.get(source) ?? new Set(yield* store.refs(domain, source))
    kept.set(source, known)
    return known
  })

  const keepOf = Effect.fnUntraced(function* (source: string, rows: ReadonlyArray<BoundedRow>) {
    const refs = yield* refsOf(source)
    const lost = yield* store.keep(domain, source, version, rows)
    for (const { ref } of rows) {
      refs.add(ref)
      fitting.get(source)?.delete(ref)
      rejected.add(`${source}\n${ref}`)
    }
    yield* Effect.logWarning(`${source}: ${rows.length} rejected rows stored; the first: ${rows[0]?.reason}`)
    if (lost === 0) return
    yield* Effect.logError(
      `${source}: ${lost} rejected rows are not kept: ${maxRejectedRows} rows of it are set aside already; see GET /v1/admin/sync/set-aside`,
    )
  })

  const keep = Effect.fnUntraced(function* (rows: ReadonlyArray<RejectedRow>) {
    const bySource = Map.groupBy(rows.map(bounded), ({ source }) => source)
    for (const [source, some] of bySource) yield* keepOf(source, some)
  })

  const fit = Effect.fnUntraced(function* (source: string, refs: () => ReadonlyArray<string>) {
    const known = yield* refsOf(source)
    if (known.size === 0) return
    const fits = fitting.get(source) ?? new Set()
    fitting.set(source, fits)
    for (const ref of refs().map(refText)) if (known.has(ref)) fits.add(ref)
  })

  const letGo = Effect.fnUntraced(function* (source: string, some: ReadonlyArray<string>) {
    const known = kept.get(source)
    const refs = known === undefined ? some : some.filter((ref) => known.has(ref))
    if (refs.length === 0) return
    yield* store.remove(domain, source, refs)
    for (const ref of refs) {
      kept.get(source)?.delete(ref)
      fitting.get(source)?.delete(ref)
    }
  })

  const tryAgain: RejectedRowKeeper["setAside"]["tryAgain"] = (source, read) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      for (let after = 0; ;) {
        const rows = yield* store.due({ domain, source, version, now, after, limit: triedAtOnce })
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.id
        for (const { ref } of rows) rejected.delete(`${source}\n${ref}`)
        const tried = yield* read(rows)
        const gone = tried.filter(({ ref }) => !rejected.has(`${source}\n${ref}`))
        yield* letGo(
          source,
          gone.map(({ ref }) => ref),
        )
      }
    }).pipe(
      Effect.catch((error) => Effect.logWarning(`${source}: rejected rows could not be retried`, error)),
    )

  return {
    setAside: { keep, fit, tryAgain },
    count: () => rejected.size,
    settle: Effect.suspend(() =>
      Effect.forEach(fitting, ([source, fits]) => letGo(source, [...fits]), { discard: true }),
    ),
  } satisfies RejectedRowKeeper
})
