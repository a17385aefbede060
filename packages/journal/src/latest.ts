import {
  everything,
  itemsHiding,
  type Journal,
  type LatestEntry,
  unseenItems,
  untilToday,
  visibleOf,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"

/** A domain with a journal, with a current entry, or with both. */
export interface LatestOf<R> {
  readonly name: string
  readonly journal?: Effect.Effect<Journal, never, R>
  readonly latest?: Effect.Effect<LatestEntry | undefined, never, R>
}

/** The entries among which the newest visible one is looked for. */
const newestLookedAt = 100

/** The latest entry of each domain that has any: the current one, else the newest past one. */
export const latestOf = Effect.fn("Journal.latestOf")(function* <R = never>(
  domains: ReadonlyArray<LatestOf<R>>,
) {
  const range = yield* untilToday(everything)
  const unseen = yield* unseenItems
  const newest = Effect.fnUntraced(function* (journal: Journal, domain: string) {
    const entries = yield* journal.entries(range, unseen.isEmpty ? 1 : newestLookedAt)
    return (yield* visibleOf(domain, entries, itemsHiding))[0]
  })
  const found = yield* Effect.forEach(
    domains,
    Effect.fnUntraced(function* ({ journal, latest, name: domain }) {
      const entry = yield* (
        latest ??
          (journal === undefined ? Effect.undefined : Effect.flatMap(journal, (one) => newest(one, domain)))
      )
      return yield* visibleOf(domain, entry === undefined ? [] : [{ ...entry, domain }], itemsHiding)
    }),
    { concurrency: "unbounded" },
  )
  return found.flat()
})
