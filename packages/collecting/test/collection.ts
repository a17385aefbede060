import { noEdits, noEntries, noItems } from "@daybook/kernel/contract"
import { SourceError, type SyncEnd, SyncRunId, SyncRuns } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import {
  type CollectingLists,
  CollectingStore,
  RecordImages,
  type FilmCollection,
  FilmCollections,
  type FoundRelease,
  type OwnedFilm,
  type OwnedRecord,
  type RecordCollection,
  RecordCollections,
  RecordId,
  type Release,
  type WantedRecord,
} from "../src/index.ts"

export const release = (releaseId: number, more: Partial<Release> = {}): Release => ({
  releaseId,
  title: "Salt",
  artist: "Ida Quarry",
  year: 1983,
  format: "Vinyl",
  imageUrl: "https://img.example/salt.jpg",
  ...more,
})

export const down = new SourceError({ source: "discogs", failure: "unavailable", message: "Discogs is down" })

/** A stateful collection service that counts its calls, and fails or loses responses as a test says. */
export const makeCollection = (more: Partial<RecordCollection> = {}) => {
  const releases = new Map<number, Release>()
  const owned: Array<OwnedRecord> = []
  const found: Array<FoundRelease> = []
  const asked: Array<string> = []
  const fails = new Set<"copiesOf" | "add" | "first add" | "answer of add" | "all after add">()
  const own = (instanceId: number, one: Release) => {
    owned.push({ ...one, source: "discogs", instanceId, addedAt: 0, mediaCondition: "", sleeveCondition: "" })
  }
  const ask = (what: string) =>
    Effect.andThen(
      Effect.sync(() => void asked.push(what)),
      Effect.yieldNow,
    )
  const collection: RecordCollection = {
    name: "discogs",
    records: () => Stream.empty,
    release: (releaseId) =>
      Effect.andThen(
        ask(`release ${releaseId}`),
        Effect.sync(() => Option.fromUndefinedOr(releases.get(releaseId))),
      ),
    copiesOf: Effect.fnUntraced(function* (releaseId: number) {
      yield* ask(`copies of ${releaseId}`)
      if (fails.has("copiesOf")) return yield* down
      return owned.filter((record) => record.releaseId === releaseId)
    }),
    details: () => Effect.succeedNone,
    search: ({ artist, title }, { vinylOnly }) =>
      Effect.as(
        ask(`search ${artist} / ${title}${vinylOnly ? " on vinyl" : ""}`),
        found.filter(({ formats }) => !vinylOnly || formats.includes("Vinyl")),
      ),
    add: Effect.fnUntraced(function* (releaseId: number) {
      yield* ask(`add ${releaseId}`)
      if (fails.has("add") || fails.delete("first add")) return yield* down
      const instanceId = 100 + owned.length
      own(instanceId, releases.get(releaseId) ?? release(releaseId))
      if (fails.has("all after add")) fails.add("copiesOf")
      if (fails.has("answer of add") || fails.has("copiesOf")) return yield* down
      return instanceId
    }),
    ...more,
  }
  return { collection, releases, owned, own, found, asked, fails }
}

const notAsked = () => Effect.die("not asked for in these tests")

/** Lists that no test requests. */
export const noLists: CollectingLists = {
  wanted: notAsked,
  records: notAsked,
  record: notAsked,
  media: notAsked,
  film: notAsked,
  shelf: notAsked(),
  films: notAsked(),
  recent: notAsked,
  genres: notAsked,
  artists: notAsked,
  stats: notAsked,
}

/** A store that keeps each copy once, and dies as a test says. */
export const makeStore = () => {
  const records = new Map<number, OwnedRecord>()
  const films = new Map<string, ReadonlyArray<OwnedFilm>>()
  const cursors = new Map<string, string>()
  const wanted = new Map<string, ReadonlyArray<WantedRecord>>()
  const state = { broken: false }
  const store = CollectingStore.of({
    journal: noEntries,
    review: () => Effect.die("not asked for in these tests"),
    searchable: noItems,
    edits: noEdits,
    storeRecords: (batch, cursor) =>
      Effect.sync(() => {
        if (state.broken) throw new Error("the disk is full")
        const before = records.size
        for (const record of batch) records.set(record.instanceId, record)
        if (cursor !== undefined) cursors.set(cursor.source, cursor.cursor)
        return records.size - before
      }),
    cursor: (source) => Effect.sync(() => Option.fromUndefinedOr(cursors.get(source))),
    recordsBeside: (_, instances) =>
      Effect.sync(() =>
        [...records.values()]
          .filter(({ instanceId }) => !instances.has(instanceId))
          .map((record) => ({ ...record, id: RecordId.make(record.instanceId) })),
      ),
    // An id is the instance here.
    removeRecords: (ids) => Effect.sync(() => ids.filter((id) => records.delete(id)).length),
    releasesToDescribe: notAsked,
    describeRelease: notAsked,
    lists: noLists,
    replaceFilms: (source, batch) =>
      Effect.sync(() => {
        films.set(source, batch)
        return batch.length
      }),
    replaceWanted: (source, list) =>
      Effect.sync(() => {
        wanted.set(source, list)
        return list.length
      }),
    mediaFormats: Effect.die("not asked for in these tests"),
  })
  return { store, records, films, wanted, cursors, state }
}

/** The record of syncs, with a lock like a real one. */
const makeRuns = () => {
  const lock = Semaphore.makeUnsafe(1)
  const ends: Array<SyncEnd> = []
  const runs = SyncRuns.of({
    take: () => Effect.asVoid(lock.takeScoped(1)),
    begin: () => Effect.succeed(SyncRunId.make(1)),
    progress: () => Effect.void,
    end: (_, end) => Effect.sync(() => void ends.push(end)),
    list: () => Effect.die("not used in these tests"),
  })
  return { runs, ends }
}

/** The services of the use cases. A restarted process on the same store has the same. */
export const portsOf = (options: {
  readonly store: CollectingStore["Service"]
  readonly records?: ReadonlyArray<RecordCollection>
  readonly films?: ReadonlyArray<FilmCollection>
  readonly process?: (url: string) => Effect.Effect<boolean>
}) => {
  const { ends, runs } = makeRuns()
  const ports = Layer.mergeAll(
    Layer.succeed(CollectingStore, options.store),
    Layer.succeed(SyncRuns, runs),
    Layer.succeed(RecordCollections, { configured: options.records ?? [], settings: "DISCOGS_TOKEN" }),
    Layer.succeed(FilmCollections, { configured: options.films ?? [], settings: "TRAKT_TOKEN" }),
    options.process === undefined
      ? RecordImages.none
      : Layer.succeed(RecordImages, { process: options.process }),
  )
  return { ports, ends }
}
