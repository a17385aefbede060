import { everything } from "@daybook/kernel"
import { CheckInStore } from "@daybook/places"
import * as Effect from "effect/Effect"
import { notFound } from "../../forRoutes.ts"

const latestCheckIns = { page: 1, limit: 20 }

/** The venue that an id resolves to, with its latest check-ins. */
export const showVenue = Effect.fnUntraced(function* (id: string) {
  const { checkIns, lists } = yield* CheckInStore
  const venue = yield* Effect.fromOption(yield* lists.venue(id), () =>
    notFound("There is no venue with this id"),
  )
  const { items } = yield* checkIns(everything, latestCheckIns, venue.id)
  return { ...venue, checkIns: items }
})
