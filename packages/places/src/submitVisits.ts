import { futureReason } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type CheckIn, normalizeCheckIn } from "./model.ts"
import { CheckInStore } from "./ports.ts"

const happened = { at: ({ checkedInAt }: CheckIn) => checkedInAt }

/**
 * Stores visits that the owner's phone sends, each once by its id, however often it is sent. Those more than a day
 * ahead of the clock are left out. Returns the number of new and changed ones.
 */
export const submitVisits = Effect.fn("Places.tellVisits")(function* (visits: ReadonlyArray<CheckIn>) {
  const now = yield* Clock.currentTimeMillis
  const past = visits.filter((visit) => futureReason(happened, visit, now) === undefined)
  if (past.length === 0) return 0
  const store = yield* CheckInStore
  return yield* store.storeCheckIns(past.map(normalizeCheckIn))
})
