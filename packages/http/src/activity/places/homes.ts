import { everything } from "@daybook/kernel"
import { CheckInStore } from "@daybook/places"
import * as Effect from "effect/Effect"

/** Venues that are named or sorted as homes are, such as "Home (private)". */
const isHome = /^(home|my home|house|residence|zuhause)\b/i

/** The positions of venues that are homes. */
export const placesHomes = Effect.gen(function* () {
  const { lists } = yield* CheckInStore
  const venues = yield* lists.visited(everything)
  return venues.flatMap(({ category, name, position }) =>
    position !== undefined && (isHome.test(category) || isHome.test(name)) ? [position] : [],
  )
})
