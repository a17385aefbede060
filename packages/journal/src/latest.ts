import { everything, type Journal, type LatestEntry, untilToday } from "@daybook/kernel"
import * as Effect from "effect/Effect"

/** A domain with a journal, with a current entry, or with both. */
export interface LatestOf<R> {
  readonly name: string
  readonly journal?: Effect.Effect<Journal, never, R>
  readonly latest?: Effect.Effect<LatestEntry | undefined, never, R>
}

/** The latest entry of each domain that has any: the current one, else the newest past one. */
export const latestOf = Effect.fn("Journal.latestOf")(function* <R = never>(
  domains: ReadonlyArray<LatestOf<R>>,
) {
  const range = yield* untilToday(everything)
  const newest = (journal: Journal): Effect.Effect<LatestEntry | undefined> =>
    Effect.map(journal.entries(range, 1), ([entry]) => entry)
  const found = yield* Effect.forEach(
    domains,
    Effect.fnUntraced(function* ({ journal, latest, name: domain }) {
      const entry = yield* (
        latest ?? (journal === undefined ? Effect.undefined : Effect.flatMap(journal, newest))
      )
      return entry === undefined ? [] : [{ ...entry, domain }]
    }),
    { concurrency: "unbounded" },
  )
  return found.flat()
})
