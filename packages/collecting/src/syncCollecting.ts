import { type BatchStore, type Sources, syncDomain, tryRowsAgain } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { OwnedFilm, OwnedRecord } from "./model.ts"
import {
  CollectingStore,
  type FilmCollection,
  FilmCollections,
  type RecordCollection,
  RecordCollections,
} from "./ports.ts"
import {
  normalizeFilmId,
  normalizeOwnedFilm,
  normalizeOwnedRecord,
  normalizeWanted,
} from "./normalizeOwned.ts"

const isFilm = (item: OwnedFilm | OwnedRecord): item is OwnedFilm => "filmId" in item

/**
 * Storage of records and films in batches, for imports of files. A file removes nothing. Films are stored before the
 * cursor: a batch that is interrupted in between arrives again, and changes nothing.
 */
export const ownedBatches = Effect.map(CollectingStore, (store): BatchStore<OwnedFilm | OwnedRecord> => ({
  cursor: store.cursor,
  store: Effect.fnUntraced(function* (items, cursor) {
    let changed = 0
    for (const [source, films] of Map.groupBy(items.filter(isFilm), (film) => film.source))
      changed += yield* store.replaceFilms(source, films.map(normalizeOwnedFilm), undefined)
    const records = items.flatMap((item) => (isFilm(item) ? [] : [normalizeOwnedRecord(item)]))
    return changed + (yield* store.storeRecords(records, cursor))
  }),
}))

type Report = (items: number) => Effect.Effect<void>

/**
 * Removes stored records that a walk over the whole collection did not see, if a second request confirms that they are gone.
 * Pages shift during a walk, so an unseen record may still exist.
 */
const removeGone = Effect.fnUntraced(function* (collection: RecordCollection, seen: ReadonlySet<number>) {
  const store = yield* CollectingStore
  const unseen = yield* store.recordsBeside(collection.name, seen)
  for (const releaseId of new Set(unseen.map((record) => record.releaseId))) {
    const owned = yield* copiesOf(collection, releaseId)
    if (Option.isNone(owned)) continue
    const copies = new Set(owned.value.map((copy) => copy.instanceId))
    const gone = unseen.filter((record) => record.releaseId === releaseId && !copies.has(record.instanceId))
    yield* store.removeRecords(gone.map((record) => record.id))
  }
})

/** The copies of a release; none if the response cannot be read, which does not mean that they are gone. */
const copiesOf = (collection: RecordCollection, releaseId: number) =>
  Effect.asSome(collection.copiesOf(releaseId)).pipe(
    Effect.catch((error) =>
      error.failure === "malformed answer"
        ? Effect.as(
            Effect.logWarning(`${collection.name}: the stored version of a release stays`, error),
            Option.none(),
          )
        : Effect.fail(error),
    ),
  )

const syncRecords = Effect.fnUntraced(function* (collection: RecordCollection, report: Report) {
  const store = yield* CollectingStore
  const source = collection.name
  const saved = yield* store.cursor(source)
  if (Option.isSome(saved)) {
    const cursor = { source, cursor: saved.value }
    yield* tryRowsAgain(collection, undefined, (records) =>
      Effect.flatMap(store.storeRecords(records, cursor), report),
    )
  }
  yield* Stream.runForEach(
    collection.records(saved),
    Effect.fnUntraced(function* ({ cursor, items, whole }) {
      yield* report(yield* store.storeRecords(items.map(normalizeOwnedRecord), { source, cursor }))
      if (whole !== undefined) yield* removeGone(collection, whole)
    }),
  )
  // What the service has of the collection is stored: a wantlist that cannot be read is read at the next sync.
  const list = yield* (collection.wanted ?? Effect.succeedNone).pipe(
    Effect.catch((error) =>
      Effect.as(Effect.logWarning(`${source}: the stored wantlist stays`, error), Option.none()),
    ),
  )
  if (Option.isSome(list)) {
    const { unread, wanted } = list.value
    yield* report(yield* store.replaceWanted(source, wanted.map(normalizeWanted), unread))
  }
  return 0
})

const syncFilms = Effect.fnUntraced(function* (collection: FilmCollection, report: Report) {
  const store = yield* CollectingStore
  const { films, unread } = yield* collection.films
  const kept = films.map(normalizeOwnedFilm)
  yield* report(yield* store.replaceFilms(collection.name, kept, unread?.map(normalizeFilmId)))
  return 0
})

/** All configured collections. */
export const collections = Effect.gen(function* () {
  const records = yield* RecordCollections
  const films = yield* FilmCollections
  const all: Sources<RecordCollection | FilmCollection> = {
    configured: [...records.configured, ...films.configured],
    settings: `${records.settings}, or ${films.settings}`,
  }
  return all
})

/** Makes the stored collections equal to those of the configured services, additions, changes and removals included. */
export const syncCollecting = Effect.gen(function* () {
  return yield* syncDomain("collecting", yield* collections, (collection, report) =>
    "films" in collection ? syncFilms(collection, report) : syncRecords(collection, report),
  )
})
