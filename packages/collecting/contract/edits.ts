import { CollectingStore, type OwnedFilm, type OwnedRecord } from "@daybook/collecting"
import { type DataVersions, type EditFields, Edits, everything, type NewEdit } from "@daybook/kernel"
import { editsContract, versionOf } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { film, latestRecords, record } from "./owned.ts"

const firstPage = { page: 1, limit: 100 }

/** Two copies and two records of files. Versions know another title or year, or a copy instead of the file's record. */
const recordAt = (item: number, version: number): OwnedRecord => {
  const isCopy = item < 2 || (item === 3 && version === 2)
  return record(isCopy ? item + 1 : 0, {
    releaseId: 70_000 + item,
    title: version === 0 ? `Maps ${item}` : `Charts ${item}`,
    year: version === 1 ? 0 : 1_990 + item,
    addedAt: item === 2 ? undefined : Date.parse(`2024-05-0${item + 1}T07:08:09Z`),
  })
}

const tellRecords = (...records: ReadonlyArray<OwnedRecord>) =>
  Effect.flatMap(CollectingStore, (store) => store.storeRecords(records))

const told = Effect.flatMap(CollectingStore, (store) => store.recordsBeside("discogs", new Set()))

const idAt = (item: number) =>
  Effect.map(told, (records) =>
    String(records.find(({ releaseId }) => releaseId === 70_000 + item)?.id ?? "none"),
  )

const filmIds = ["a", "b", "b", "c"]

/** Films, one of them owned in two formats. */
const filmAt = (item: number, version: number): OwnedFilm =>
  film(filmIds[item] ?? "", {
    format: item === 2 ? "dvd" : item === 3 ? "" : "bluray",
    movieDbId: version === 1 ? 0 : 7,
    year: 1_980 + version,
    addedAt: item === 3 ? undefined : Date.parse(`2024-06-0${item + 1}T07:08:09Z`),
  })

const filmIdAt = (item: number): string => `trakt:${filmIds[item]}:${filmAt(item, 0).format}`

/** The service has these films next to all others. */
const tellFilms = (...films: ReadonlyArray<OwnedFilm>) =>
  Effect.flatMap(CollectingStore, (store) => store.replaceFilms("trakt", films, undefined))

const edit = (type: "record" | "media", action: NewEdit["action"], itemId: string, fields: EditFields = {}) =>
  Effect.flatMap(CollectingStore, ({ edits }) => edits.make({ type, action, itemId, fields, at: 0 }))

const recordOf = (id: string) =>
  Effect.map(
    Effect.flatMap(CollectingStore, ({ lists }) => lists.record(Number(id) as never)),
    Option.getOrUndefined,
  )

const filmOf = (id: string) =>
  Effect.map(
    Effect.flatMap(CollectingStore, ({ lists }) => lists.film(id)),
    Option.getOrUndefined,
  )

const titles = Effect.map(latestRecords(firstPage), ({ items }) => items.map(({ title }) => title).toSorted())

// Records that were sent again have new numbers.
const shown = Effect.gen(function* () {
  const { journal, lists, mediaFormats, review } = yield* CollectingStore
  const { items } = yield* lists.records({ sort: "title", order: "asc" }, firstPage)
  return {
    records: items.map(Struct.omit(["id"])),
    told: (yield* told).map(Struct.omit(["id"])).toSorted((one, other) => one.releaseId - other.releaseId),
    media: yield* lists.media({ sort: "title", order: "asc" }, firstPage),
    counts: yield* journal.countsByDay(everything),
    stats: yield* lists.stats(everything),
    formats: yield* mediaFormats,
    review: yield* review(everything),
  }
})

const tested = {
  domain: "collecting",
  edits: Effect.map(CollectingStore, ({ edits }) => edits),
  shown,
}

/** The part of the contract on edits. */
export const editingContract = (
  fresh: (zone?: string) => Layer.Layer<CollectingStore | DataVersions | Edits>,
): void => {
  editsContract(
    {
      ...tested,
      type: "record",
      tell: (item, version) => Effect.asVoid(tellRecords(recordAt(item, version))),
      forget: Effect.fnUntraced(function* (item) {
        const store = yield* CollectingStore
        const gone = (yield* told).filter(({ releaseId }) => releaseId === 70_000 + item)
        yield* store.removeRecords(gone.map(({ id }) => id))
      }),
      idOf: idAt,
      addition: (number) => ({ artist: "Ida Quarry", title: `Salt ${number}` }),
      corrections: [
        { title: "By Hand", added_at: "2023-01-01T00:00:00.000Z" },
        { title: null, year: 2_001, format: "CD" },
        { artist: "Ida Quarry", year: null },
      ],
    },
    fresh,
  )
  editsContract(
    {
      ...tested,
      type: "media",
      tell: (item, version) => Effect.asVoid(tellFilms(filmAt(item, version))),
      forget: (item) =>
        Effect.flatMap(CollectingStore, (store) =>
          store.replaceFilms(
            "trakt",
            item === 1 ? [filmAt(2, 0)] : item === 2 ? [filmAt(1, 0)] : [],
            ["a", "b", "c"].filter((id) => id !== filmIds[item]),
          ),
        ).pipe(Effect.asVoid),
      idOf: (item) => Effect.succeed(filmIdAt(item)),
      addition: (number) => ({ title: `Salt ${number}`, format: "vhs" }),
      corrections: [
        { title: "By Hand", format: "dvd" },
        { title: null, added_at: "2023-01-01T00:00:00.000Z" },
        { movie_db_id: 8, format: null },
      ],
    },
    fresh,
  )

  it.effect("edits override what sources report, in lists, counts, the journal and reviews", () =>
    Effect.gen(function* () {
      yield* tellRecords(recordAt(0, 0), recordAt(1, 0))
      yield* tellFilms(filmAt(0, 0), filmAt(1, 0))
      const before = yield* versionOf("collecting")
      const [first, second] = [yield* idAt(0), yield* idAt(1)]
      yield* edit("record", "correct", first, { artist: "Ida Quarry", added_at: "2023-01-01T00:00:00.000Z" })
      yield* edit("media", "correct", filmIdAt(0), { format: "uhd_bluray" })
      assert.isAbove(yield* versionOf("collecting"), before)
      yield* tellRecords(recordAt(0, 1), recordAt(1, 1))
      yield* tellFilms(filmAt(0, 1), filmAt(1, 1))
      assert.include(yield* recordOf(first), { artist: "Ida Quarry", title: "Charts 0", year: 1_990 })
      assert.include(yield* filmOf(filmIdAt(0)), { id: filmIdAt(0), format: "uhd_bluray", year: 1_981 })

      yield* edit("record", "remove", second)
      yield* edit("media", "remove", filmIdAt(1))
      yield* tellRecords(recordAt(1, 0))
      yield* tellFilms(filmAt(1, 0))
      const { journal, lists, mediaFormats, review, searchable } = yield* CollectingStore
      assert.deepStrictEqual(yield* titles, ["Charts 0"])
      assert.include(yield* lists.stats(everything), { records: 1, films: 1 })
      assert.deepStrictEqual(yield* mediaFormats, [{ name: "uhd_bluray", count: 1 }])
      assert.deepStrictEqual((yield* review(everything)).artists, [{ name: "Ida Quarry", count: 1 }])
      assert.deepStrictEqual(
        (yield* journal.countsByDay(everything)).map(({ count, day }) => [day, count]),
        [
          ["2023-01-01", 1],
          ["2024-06-01", 1],
        ],
      )
      assert.deepStrictEqual(
        [...(yield* searchable.titles())].map(([type, { ids }]) => [type, ids.map(String)]).toSorted(),
        [
          ["media", [filmIdAt(0)]],
          ["record", [first]],
        ],
      )
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a copy takes over the edits of the record that a file reported of its release", () =>
    Effect.gen(function* () {
      const ofFile = recordAt(3, 0)
      yield* tellRecords(ofFile, recordAt(2, 0))
      const [third, second] = [yield* idAt(3), yield* idAt(2)]
      yield* edit("record", "correct", third, { title: "By Hand" })
      yield* edit("record", "remove", second)
      const copies = [recordAt(3, 2), record(9, { releaseId: 70_002 })]
      assert.strictEqual(yield* tellRecords(...copies, ofFile), 2)
      assert.include(yield* recordOf(third), { title: "By Hand", instanceId: 4 })
      assert.strictEqual(yield* tellRecords(...copies, ofFile, recordAt(2, 0)), 0)
      assert.deepStrictEqual(yield* titles, ["By Hand"])
      const another = record(5, { releaseId: 70_003, title: "Another" })
      assert.strictEqual(yield* tellRecords(another), 1)
      assert.deepStrictEqual(yield* titles, ["Another", "By Hand"])
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a record without a time of adding that is sent again is the same, and takes no number", () =>
    Effect.gen(function* () {
      const undated = recordAt(2, 0)
      assert.strictEqual(yield* tellRecords(undated), 1)
      const id = yield* idAt(2)
      assert.strictEqual(yield* tellRecords(undated), 0)
      assert.strictEqual(yield* idAt(2), id)
      // Stores that are compared must assign the same next number.
      assert.isTrue((yield* edit("record", "add", "", { artist: "Ida Quarry", title: "Salt" })).isNew)
      assert.strictEqual((yield* titles).length, 2)
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("an addition is found again, however it was corrected, and so is what a source reports", () =>
    Effect.gen(function* () {
      const fields = { artist: "Ida Quarry", title: "Salt", year: 1_999 }
      const added = yield* edit("record", "add", "", fields)
      assert.isTrue(added.isNew)
      assert.include(yield* recordOf(added.id), { title: "Salt", year: 1_999, source: "manual" })
      yield* edit("record", "correct", added.id, { title: "Pepper" })
      const again = { year: 1_999, title: "Salt", artist: "Ida Quarry" }
      assert.deepStrictEqual(yield* edit("record", "add", "", again), { id: added.id, isNew: false })
      yield* tellRecords(recordAt(0, 0))
      const known = { artist: "PAPER lanterns", title: "maps 0" }
      assert.isTrue((yield* edit("record", "add", "", { ...known, title: "maps 1" })).isNew)
      const same = { artist: "the paper Lanterns", title: "maps 0", format: "vinyl" }
      assert.deepStrictEqual(yield* edit("record", "add", "", same), { id: yield* idAt(0), isNew: false })

      const owned = yield* edit("media", "add", "", { title: "Salt", year: 1_999, format: "dvd" })
      assert.deepStrictEqual(owned, { id: "manual:Salt (1999):dvd", isNew: true })
      assert.isFalse((yield* edit("media", "add", "", { title: "salt" })).isNew)
      assert.isTrue((yield* edit("media", "add", "", { title: "Salt", format: "vhs" })).isNew)
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("of merged items both ids resolve to the second, whose unknown fields the first fills", () =>
    Effect.gen(function* () {
      yield* tellRecords(recordAt(0, 0), recordAt(1, 1))
      yield* tellFilms(filmAt(0, 0), filmAt(3, 1))
      const [first, second] = [yield* idAt(0), yield* idAt(1)]
      yield* edit("record", "merge", first, { into: second })
      yield* edit("media", "merge", filmIdAt(0), { into: filmIdAt(3) })
      for (const id of [first, second])
        assert.include(yield* recordOf(id), { title: "Charts 1", year: 1_990, releaseId: 70_001 })
      for (const id of [filmIdAt(0), filmIdAt(3)])
        assert.include(yield* filmOf(id), { id: filmIdAt(3), format: "bluray", movieDbId: 7 })
      assert.deepStrictEqual(yield* titles, ["Charts 1"])
      for (const id of ["none", "0", "9999999999"])
        assert.strictEqual((yield* Effect.flip(edit("record", "remove", id)))._tag, "NoSuchItem")
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("edits that are made while a source reports the same items lose nothing", () =>
    Effect.gen(function* () {
      yield* tellRecords(recordAt(0, 0), recordAt(1, 0))
      yield* tellFilms(filmAt(0, 0))
      const [first, second] = [yield* idAt(0), yield* idAt(1)]
      yield* Effect.all(
        [
          tellRecords(recordAt(0, 1), recordAt(1, 1)),
          edit("record", "correct", first, { artist: "Ida Quarry" }),
          tellFilms(filmAt(0, 2)),
          edit("record", "merge", second, { into: first }),
          edit("media", "correct", filmIdAt(0), { title: "By Hand" }),
          tellRecords(recordAt(1, 2), recordAt(0, 2)),
        ],
        { concurrency: "unbounded" },
      )
      assert.include(yield* recordOf(second), { artist: "Ida Quarry", title: "Charts 0" })
      assert.include(yield* filmOf(filmIdAt(0)), { title: "By Hand", year: 1_982 })
      const { edits } = yield* CollectingStore
      const { items } = yield* (yield* Edits).list(firstPage)
      for (const one of items) assert.isTrue(yield* edits.takeBack(one))
      assert.deepStrictEqual(yield* titles, ["Charts 0", "Charts 1"])
      assert.include(yield* filmOf(filmIdAt(0)), { title: "The a Lighthouse", year: 1_982 })
    }).pipe(Effect.provide(fresh())),
  )
}
