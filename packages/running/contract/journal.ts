import { type DataVersions, LocalDate } from "@daybook/kernel"
import {
  afterStart,
  journalStart,
  type JournalSubject,
  QuarterHours,
  type SearchSubject,
} from "@daybook/kernel/contract"
import { gpxSource, RunStore } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { runAt } from "./runs.ts"

const Ref = Schema.Literals(["a", "b", "c", "A", "é"])

/** Runs of services and of files, with and without their own days, and removed runs. */
const Change = Schema.Struct({
  source: Schema.Literals(["strava", gpxSource]),
  runs: Schema.Array(
    Schema.Struct({
      ref: Ref,
      name: Schema.Literals(["", "Río run", "Track"]),
      quarterHours: QuarterHours,
      localDay: Schema.UndefinedOr(Schema.Literals(["2024-03-09", "2024-03-10", "2024-03-11"])),
    }),
  ).check(Schema.isBetweenLength(0, 4)),
  gone: Schema.Array(Ref).check(Schema.isBetweenLength(0, 1)),
})

/** Runs as entries: a run of a file counts while no service has it. */
export const runJournal: JournalSubject<typeof Change.Type, RunStore | DataVersions> = {
  journal: Effect.map(RunStore, ({ journal }) => journal),
  change: Change,
  start: journalStart,
  apply: ({ gone, runs, source }) =>
    Effect.flatMap(RunStore, (store) =>
      store.storeRuns(source, {
        gone,
        runs: runs.map(({ localDay, name, quarterHours, ref }) =>
          runAt("2024-03-09T22:00:00Z", {
            ref,
            name,
            startedAt: afterStart(quarterHours),
            localDay: localDay === undefined ? undefined : LocalDate.make(localDay),
          }),
        ),
      }),
    ),
}

/** Runs as items that a search finds. */
export const runSearch: SearchSubject<typeof Change.Type, RunStore | DataVersions> = {
  ...runJournal,
  searchable: Effect.map(RunStore, ({ searchable }) => searchable),
}
