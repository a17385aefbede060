import type { DataVersions } from "@daybook/kernel"
import {
  afterStart,
  journalStart,
  type JournalSubject,
  QuarterHours,
  type SearchSubject,
} from "@daybook/kernel/contract"
import { CheckInStore } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { checkInAt, store } from "./checkIns.ts"

/** Batches in which check-ins come, and arrive again at another time. */
const Batch = Schema.Array(
  Schema.Struct({
    id: Schema.Literals(["a", "b", "c", "d", "A", "é"]),
    quarterHours: QuarterHours,
    venueName: Schema.Literals(["Tin Roof", "Ferry Hall"]),
  }),
).check(Schema.isBetweenLength(0, 4))

/** Check-ins as entries: the nights on which clocks change are among their days. */
export const checkInJournal: JournalSubject<typeof Batch.Type, CheckInStore | DataVersions> = {
  journal: Effect.map(CheckInStore, ({ journal }) => journal),
  change: Batch,
  start: journalStart,
  apply: (batch) =>
    store(
      batch.map(({ quarterHours, ...checkIn }) =>
        checkInAt("2024-03-09T22:00:00Z", { ...checkIn, checkedInAt: afterStart(quarterHours) }),
      ),
    ),
}

/** Places as items that a search finds. */
export const placeSearch: SearchSubject<typeof Batch.Type, CheckInStore | DataVersions> = {
  ...checkInJournal,
  searchable: Effect.map(CheckInStore, ({ searchable }) => searchable),
}
