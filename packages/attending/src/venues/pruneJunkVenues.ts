import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { isJunkVenue } from "./junkVenue.ts"
import type { VenueId } from "../model.ts"
import { AttendingStore, type AttendingTransaction } from "../ports.ts"

/** The effect of pruning, or of a dry run of it. */
export interface Pruning {
  /** By id. `repointed` counts the events moved to their home team's venue. */
  readonly junk: ReadonlyArray<{ readonly id: VenueId; readonly name: string; readonly repointed: number }>
  readonly repointed: number
  /** Events left without a venue. */
  readonly orphaned: number
}

const prune = Effect.fnUntraced(function* (transaction: AttendingTransaction) {
  const venues = yield* transaction.venues
  const junk = venues.filter(({ name }) => isJunkVenue(name)).sort((a, b) => a.id - b.id)
  const junkIds = new Set(junk.map(({ id }) => id))
  const homes = new Map(
    (yield* transaction.teams).flatMap(({ homeVenueId, id }) =>
      homeVenueId === undefined || junkIds.has(homeVenueId) ? [] : [[id, homeVenueId] as const],
    ),
  )
  let orphaned = 0
  const pruned = yield* Effect.forEach(
    junk,
    Effect.fnUntraced(function* ({ id, name }) {
      let repointed = 0
      for (const event of yield* transaction.eventsAt(id)) {
        const home = event.game === undefined ? undefined : homes.get(event.game.homeTeamId)
        yield* transaction.putEvent({ ...event, venueId: home })
        if (home === undefined) orphaned += 1
        else repointed += 1
      }
      yield* transaction.removeVenue(id)
      return { id, name, repointed }
    }),
  )
  const pruning: Pruning = {
    junk: pruned,
    repointed: pruned.reduce((sum, one) => sum + one.repointed, 0),
    orphaned,
  }
  return pruning
})

/**
 * Removes junk venues. Their events move to the home team's venue if known, else to none. A dry run does the same and
 * rolls it back, so it reports exactly the same figures.
 */
export const pruneJunkVenues = Effect.fn("Attending.pruneJunkVenues")(function* (dryRun: boolean) {
  const store = yield* AttendingStore
  if (!dryRun) return yield* store.change(prune)
  // A failed change is rolled back.
  const result = yield* Effect.result(
    store.change((transaction) => Effect.flatMap(prune(transaction), (pruning) => Effect.fail(pruning))),
  )
  return Result.merge(result)
})
