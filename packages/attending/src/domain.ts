import { describeDomain, journalEvents } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import { eventByHand } from "./edits.ts"
import { performerByHand } from "./performerEdits.ts"
import { venueByHand } from "./venueEdits.ts"
import { syncAttending } from "./events/syncAttending.ts"
import { locateVenues } from "./games/locateVenues.ts"
import { hiddenWithEvents } from "./hiddenEvents.ts"
import { AttendingFeeds, AttendingStore } from "./ports.ts"

const journal = Effect.map(AttendingStore, ({ journal }) => journal)

/** Attending as hosts see it. */
export const attending = describeDomain({
  name: "attending",
  dataVersions: ["attending"],
  journal,
  events: [journalEvents("event.attended", journal)],
  review: (range) => Effect.flatMap(AttendingStore, ({ review }) => review(range)),
  hiddenWith: hiddenWithEvents,
  edited: [eventByHand, venueByHand, performerByHand],
  edits: Effect.map(AttendingStore, ({ edits }) => edits),
  searchable: Effect.map(AttendingStore, ({ searchable }) => searchable),
  sync: { run: syncAttending, sources: AttendingFeeds, every: Duration.days(1) },
  scheduled: [
    {
      name: "the positions of venues",
      run: locateVenues,
      every: Duration.hours(1),
      first: Duration.minutes(2),
    },
  ],
})
