import { CollectingStore } from "@daybook/collecting"
import type { DataVersions } from "@daybook/kernel"
import {
  afterStart,
  journalStart,
  type JournalSubject,
  QuarterHours,
  type SearchSubject,
} from "@daybook/kernel/contract"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { film, latestRecords, record } from "./owned.ts"

const AddedAt = Schema.UndefinedOr(QuarterHours)

/** Records that come, of copies and of files, and that are removed; films that come and are gone. */
const Change = Schema.Union([
  Schema.Struct({
    instanceId: Schema.Literals([0, 1, 2, 3]),
    releaseId: Schema.Literals([70_001, 70_002]),
    addedAt: AddedAt,
  }),
  Schema.Struct({ removed: Schema.Literals([1, 2, 3]) }),
  Schema.Struct({
    films: Schema.Array(
      Schema.Struct({
        filmId: Schema.Literals(["a", "b"]),
        format: Schema.Literals(["dvd", "bluray"]),
        addedAt: AddedAt,
      }),
    ).check(Schema.isBetweenLength(0, 3)),
  }),
])

const after = (quarterHours: number | undefined) =>
  quarterHours === undefined ? undefined : afterStart(quarterHours)

/** Records and films as entries. */
export const collectingJournal: JournalSubject<typeof Change.Type, CollectingStore | DataVersions> = {
  journal: Effect.map(CollectingStore, ({ journal }) => journal),
  change: Change,
  start: journalStart,
  apply: Effect.fnUntraced(function* (change) {
    const store = yield* CollectingStore
    if ("films" in change) {
      const films = change.films.map(({ addedAt, filmId, format }) =>
        film(filmId, { format, addedAt: after(addedAt) }),
      )
      yield* store.replaceFilms("trakt", films, [])
    } else if ("removed" in change) {
      const { items } = yield* latestRecords({ page: 1, limit: 100 })
      const gone = items.filter(({ instanceId }) => instanceId === change.removed)
      yield* store.removeRecords(gone.map(({ id }) => id))
    } else {
      const { addedAt, instanceId, releaseId } = change
      yield* store.storeRecords([record(instanceId, { releaseId, addedAt: after(addedAt) })])
    }
  }),
}

/** Records and films as items that a search finds. */
export const collectingSearch: SearchSubject<typeof Change.Type, CollectingStore | DataVersions> = {
  ...collectingJournal,
  searchable: Effect.map(CollectingStore, ({ searchable }) => searchable),
}
