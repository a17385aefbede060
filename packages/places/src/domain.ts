import { describeDomain } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import { CheckInSources } from "./ports.ts"
import { syncPlaces } from "./syncPlaces.ts"

/** Places as hosts see them. */
export const places = describeDomain({
  name: "places",
  dataVersions: ["places"],
  sync: {
    run: syncPlaces,
    sources: CheckInSources,
    every: Duration.minutes(60),
    note: "One call walks over at most 1,000 check-ins.",
  },
})
