import { type DateRange, isWithin } from "@daybook/kernel"
import { type CheckIn, venueIdOf } from "@daybook/places"
import * as Effect from "effect/Effect"

const distinct = (values: ReadonlyArray<string>): number =>
  new Set(values.filter((value) => value !== "")).size

/** The sums over check-ins in memory. */
export const statsIn = (counted: () => ReadonlyArray<CheckIn>) => (range: DateRange) =>
  Effect.sync(() => {
    const within = counted().filter(({ checkedInAt }) => isWithin(range, checkedInAt))
    const times = within.map(({ checkedInAt }) => checkedInAt)
    return {
      checkIns: within.length,
      venues: distinct(within.map(venueIdOf)),
      cities: distinct(
        within.map(({ city, country }) => (city === "" ? "" : JSON.stringify([city, country]))),
      ),
      countries: distinct(within.map(({ country }) => country)),
      firstAt: times.length === 0 ? undefined : Math.min(...times),
      lastAt: times.length === 0 ? undefined : Math.max(...times),
    }
  })
