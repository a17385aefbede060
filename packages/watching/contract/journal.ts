import type { DataVersions } from "@daybook/kernel"
import type { JournalSubject, SearchSubject } from "@daybook/kernel/contract"
import { WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { History, recordsOf } from "./histories.ts"
import { store } from "./records.ts"

const start = Date.parse("2024-02-29T23:30:00Z")

/** Records of sources, which may turn two titles into one, and complete lists that remove watches. */
const Change = Schema.Struct({
  records: Schema.Array(History.fields.records.value).check(Schema.isBetweenLength(1, 3)),
  listed: Schema.UndefinedOr(Schema.Literals(["film", "episode"])),
})

/** Watches as entries: those with a known time. */
export const watchJournal: JournalSubject<typeof Change.Type, WatchingStore | DataVersions> = {
  journal: Effect.map(WatchingStore, ({ journal }) => journal),
  change: Change,
  start,
  apply: ({ listed, records }) =>
    store(
      ...recordsOf({ records, zone: "UTC", shuffle: [], batch: 1 }),
      ...(listed === undefined
        ? []
        : [
            {
              type: "listed" as const,
              source: "trakt" as const,
              kind: listed,
              from: undefined,
              to: start,
              refs: new Set<string>(),
            },
          ]),
    ),
}

/** Films and shows as items that a search finds. */
export const watchSearch: SearchSubject<typeof Change.Type, WatchingStore | DataVersions> = {
  ...watchJournal,
  searchable: Effect.map(WatchingStore, ({ searchable }) => searchable),
}
