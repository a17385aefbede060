import { everything, type ItemRef, itemsOfAllPages, reportsOfSame } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { duplicateVisits, type VisitReport } from "./duplicateVisits.ts"
import { venueIdOf } from "./venue.ts"
import { CheckInStore } from "./ports.ts"

const atOnce = 500
const newest = { page: 1, limit: 1 }

const idsOf = (hidden: ReadonlyArray<ItemRef>, wanted: string) =>
  hidden.flatMap(({ id, type }) => (type === wanted ? [String(id)] : []))

/** The ids of the other reports of a visit, among reports. */
export const otherReportsOfVisit = (near: ReadonlyArray<VisitReport>, id: string): ReadonlyArray<string> =>
  [...reportsOfSame(duplicateVisits(near), [id])].filter((other) => other !== id)

/**
 * The check-ins that are hidden with their place, the other reports of hidden visits, and the places that only have hidden
 * check-ins.
 */
export const hiddenWithPlaces = Effect.fnUntraced(function* (hidden: ReadonlyArray<ItemRef>) {
  const { checkIn, checkIns, reportsNear } = yield* CheckInStore
  const within = yield* Effect.forEach(idsOf(hidden, "place"), (id) =>
    itemsOfAllPages(atOnce, (page) => checkIns(everything, page, id)),
  )
  const ids = new Set(idsOf(hidden, "check-in"))
  const repeated = duplicateVisits(yield* reportsNear([...ids]))
  const reports = [...reportsOfSame(repeated, ids)]
  const counted = reports.filter((id) => !repeated.has(id))
  const found = (yield* Effect.forEach(counted, checkIn)).flatMap(Option.toArray)
  const alone = yield* Effect.filter([...Map.groupBy(found, venueIdOf)], ([venue, own]) =>
    venue === ""
      ? Effect.succeed(false)
      : Effect.map(checkIns(everything, newest, venue), ({ total }) => total === own.length),
  )
  return [
    ...within.flat().map(({ id }): ItemRef => ({ type: "check-in", id })),
    ...reports.filter((id) => !ids.has(id)).map((id): ItemRef => ({ type: "check-in", id })),
    ...alone.map(([id]): ItemRef => ({ type: "place", id })),
  ]
})
