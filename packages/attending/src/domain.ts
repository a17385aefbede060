import { describeDomain } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import { syncAttending } from "./events/syncAttending.ts"
import { AttendingFeeds } from "./ports.ts"

/** Attending as hosts see it. */
export const attending = describeDomain({
  name: "attending",
  dataVersions: ["attending"],
  sync: { run: syncAttending, sources: AttendingFeeds, every: Duration.days(1) },
})
