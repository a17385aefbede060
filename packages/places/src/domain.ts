import { describeDomain, journalEvents } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import { checkInByHand, placeEditFields } from "./edits.ts"
import { CheckInSources, CheckInStore } from "./ports.ts"
import { hiddenWithPlaces } from "./hiddenPlaces.ts"
import { placesReview } from "./review.ts"
import { syncPlaces } from "./syncPlaces.ts"

const journal = Effect.map(CheckInStore, ({ journal }) => journal)

/** Places as hosts see them. */
export const places = describeDomain({
  name: "places",
  dataVersions: ["places"],
  journal,
  events: [journalEvents("check-in", journal)],
  review: placesReview,
  hiddenWith: hiddenWithPlaces,
  edited: [checkInByHand, placeEditFields],
  edits: Effect.map(CheckInStore, ({ edits }) => edits),
  searchable: Effect.map(CheckInStore, ({ searchable }) => searchable),
  sync: {
    run: syncPlaces,
    sources: CheckInSources,
    every: Duration.minutes(60),
    note: "One call walks over at most 1,000 check-ins.",
  },
})
