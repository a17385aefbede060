import { describeDomain, journalEvents } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import { mediaByHand, recordByHand } from "./edits.ts"
import { describeReleases } from "./describeReleases.ts"
import { CollectingStore } from "./ports.ts"
import { collections, syncCollecting } from "./syncCollecting.ts"

const journal = Effect.map(CollectingStore, ({ journal }) => journal)

/** Collecting as hosts see it. */
export const collecting = describeDomain({
  name: "collecting",
  dataVersions: ["collecting"],
  journal,
  events: [journalEvents("record.added", journal, "record")],
  review: (range) => Effect.flatMap(CollectingStore, ({ review }) => review(range)),
  edited: [recordByHand, mediaByHand],
  edits: Effect.map(CollectingStore, ({ edits }) => edits),
  searchable: Effect.map(CollectingStore, ({ searchable }) => searchable),
  sync: { run: syncCollecting, sources: collections, every: Duration.days(1) },
  scheduled: [
    {
      name: "the details of releases",
      run: describeReleases,
      every: Duration.minutes(15),
      first: Duration.minutes(1),
    },
  ],
})
