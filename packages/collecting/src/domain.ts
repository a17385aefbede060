import { describeDomain } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import { collections, syncCollecting } from "./syncCollecting.ts"

/** Collecting as hosts see it. */
export const collecting = describeDomain({
  name: "collecting",
  dataVersions: ["collecting"],
  sync: { run: syncCollecting, sources: collections, every: Duration.days(1) },
})
