import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { isJunkVenue } from "./junkVenue.ts"
import type { VenueId } from "../model.ts"
import { AttendingStore, type AttendingTables } from "../ports.ts"

/** What pruning does, or would do. */
export interface Pruning {
  /** By id, with how many of the venue's events go to their home team's venue. */
  readonly junk: ReadonlyArray<{ readonly id: VenueId; readonly name: string; readonly repointed: number }>
  readonly repointed: number
  /** Events that stand at no venue now. */
  readonly orphaned: number
}

const prune = Effect.fnUntraced(function* (tables: AttendingTables) {
  const venues = yield* tables.venues
  const junk = venues.filter(({ name }) => isJunkVenue(name)).sort((a, b) => a.id - b.id)
  const isJunk = new Set(junk.map(({ id }) => id))
  const homes = new Map(
    (yield* tables.teams).flatMap(({ homeVenueId, id }) =>
      homeVenueId === undefined || isJunk.has(homeVenueId) ? [] : [[id, homeVenueId] as const],
    ),
  )
  let orphaned = 0
  const pruned = yield* Effect.forEach(
    junk,
    Effect.fnUntraced(function* ({ id, name }) {
      let repointed = 0
      for (const event of yield* tables.eventsAt(id)) {
        const home = event.game === undefined ? undefined : homes.get(event.game.homeTeamId)
        yield* tables.putEvent({ ...event, venueId: home })
        if (home === undefined) orphaned += 1
        else repointed += 1
      }
      yield* tables.removeVenue(id)
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
 * Removes the venues that are none. Their events go to the home team's venue where that is known, else to none. A dry
 * run does the same and takes it back, so that it tells exactly what would be done.
 */
export const pruneJunkVenues = Effect.fn("Attending.pruneJunkVenues")(function* (dryRun: boolean) {
  const store = yield* AttendingStore
  if (!dryRun) return yield* store.change(prune)
  // What fails is not stored.
  const result = yield* Effect.result(
    store.change((tables) => Effect.flatMap(prune(tables), (pruning) => Effect.fail(pruning))),
  )
  return Result.merge(result)
})
