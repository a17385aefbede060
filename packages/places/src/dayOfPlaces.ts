import {
  addDays,
  dayOf,
  type EpochMillis,
  everything,
  type LocalDate,
  startOfDay,
  today,
} from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { CheckIn } from "./model.ts"
import { CheckInStore } from "./ports.ts"
import { venueIdOf } from "./venue.ts"

/** A check-in of a day, among those at its venue. */
export interface Stop extends CheckIn {
  /** Which of the visits to the venue it was, from 1; undefined without a venue. */
  readonly visit: number | undefined
  /** The visit before; undefined for the first. */
  readonly previousAt: EpochMillis | undefined
}

/** A day with a way from stop to stop. */
export interface DayOfPlaces {
  readonly day: LocalDate
  /** The days with a check-in before and after it; undefined if there is none. */
  readonly previous: LocalDate | undefined
  readonly next: LocalDate | undefined
  /** Oldest first. */
  readonly stops: ReadonlyArray<Stop>
}

/** The most stops of a day: more are no longer a way. */
const mostStops = 100
const latest = { page: 1, limit: 1 }

/** The stops of a day: the asked one, else the newest that has any, else today. */
export const dayOfPlaces = Effect.fn("Places.dayOfPlaces")(function* (asked?: LocalDate) {
  const { checkIns } = yield* CheckInStore
  const zone = yield* DateTime.CurrentTimeZone
  const dayIn = ([first]: ReadonlyArray<CheckIn>) =>
    first === undefined ? undefined : dayOf(first.checkedInAt, zone)

  const day = asked ?? dayIn((yield* checkIns(everything, latest)).items) ?? (yield* today)
  const [from, until] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)]
  const { items } = yield* checkIns({ from, until }, { page: 1, limit: mostStops })
  const before = yield* checkIns({ from: undefined, until: from }, latest)
  const after = { from: until, until: undefined }
  const { total } = yield* checkIns(after, latest)

  const stops = yield* Effect.forEach(items.toReversed(), (checkIn) => {
    const venueId = venueIdOf(checkIn)
    if (venueId === "") return Effect.succeed<Stop>({ ...checkIn, visit: undefined, previousAt: undefined })
    const upToIt = { from: undefined, until: checkIn.checkedInAt + 1 }
    return Effect.map(checkIns(upToIt, { page: 1, limit: 2 }, venueId), (visits): Stop => ({
      ...checkIn,
      visit: visits.total,
      previousAt: visits.items[1]?.checkedInAt,
    }))
  })
  return {
    day,
    previous: dayIn(before.items),
    next: total === 0 ? undefined : dayIn((yield* checkIns(after, { page: total, limit: 1 })).items),
    stops,
  } satisfies DayOfPlaces
})
