import {
  CollectingStore,
  type ListedRecord,
  type MediaQuery,
  type OwnedRecord,
  RecordId,
  recordKeys,
  type RecordQuery,
  type ReleaseDetails,
} from "@daybook/collecting"
import { type DataVersions, everything } from "@daybook/kernel"
import { raisesVersion, readPages } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { film, properties, record } from "./owned.ts"

const details = (more: Partial<ReleaseDetails> = {}): ReleaseDetails => ({
  country: "UK",
  released: "1999-03",
  genres: ["Electronic"],
  styles: ["Deep House", "Dub"],
  labels: [{ name: "Saltworks", catalogNumber: "SW 032" }],
  tracks: [
    { position: "A1", title: "Östermalm", artist: "", seconds: 285 },
    { position: "A2", title: "Tide", artist: "Ida", seconds: 0 },
  ],
  ...more,
})

const listRecords = (query: Partial<RecordQuery>, limit = 100) =>
  Effect.flatMap(CollectingStore, ({ lists }) =>
    readPages((page) => lists.records({ sort: "added", order: "desc", ...query }, page), limit),
  )

const listMedia = (query: Partial<MediaQuery>, limit = 100) =>
  Effect.flatMap(CollectingStore, ({ lists }) =>
    readPages((page) => lists.media({ sort: "added", order: "desc", ...query }, page), limit),
  )

const numbers = (records: ReadonlyArray<ListedRecord>) => records.map(({ instanceId }) => instanceId)

// Separate releases, so that each has its own details.
const shelf: ReadonlyArray<OwnedRecord> = [
  record(1, {
    releaseId: 11,
    artist: "The Paper Lanterns",
    title: "Weather Maps",
    year: 1998,
    addedAt: 4_000,
  }),
  record(2, { releaseId: 12, artist: "Émile Ohara", title: "Salt", year: 0, format: "CD", addedAt: 3_000 }),
  record(3, { releaseId: 13, artist: "paper lanterns", title: "Álbum", year: 1984, addedAt: undefined }),
  record(4, { releaseId: 14, artist: "", title: "Orchard", year: 1998, format: "", addedAt: 3_000 }),
  record(5, {
    releaseId: 12,
    artist: "Émile Ohara",
    title: "Salt",
    year: 2001,
    format: "CD",
    addedAt: 1_000,
  }),
]

const SomeRecord = Schema.Struct({
  artist: Schema.Literals(["", "Ida", "The Ida", "ßeta", "Zoo", "東京"]),
  title: Schema.Literals(["", "Salt", "sált", "Orchard"]),
  year: Schema.Literals([0, 1983, 1998]),
  format: Schema.Literals(["", "Vinyl", "CD"]),
  addedAt: Schema.UndefinedOr(Schema.Literals([500, 1_000])),
})

const Query = Schema.Struct({
  sort: Schema.Literals(["added", "artist", "title", "year"]),
  order: Schema.Literals(["asc", "desc"]),
  q: Schema.UndefinedOr(Schema.Literals(["salt", "IDA S", "京", "x"])),
  artist: Schema.UndefinedOr(Schema.Literals(["ida", "ZOO", "nobody"])),
  format: Schema.UndefinedOr(Schema.Literals(["vinyl", "CD"])),
  limit: Schema.Literals([1, 3, 100]),
})

/** The first field of a sort order, unknown if it is "", 0 or undefined. */
const sortedBy = (sort: RecordQuery["sort"], one: ListedRecord) => {
  const { artistKey, titleKey } = recordKeys(one)
  return { added: one.addedAt, artist: artistKey, title: titleKey, year: one.year }[sort]
}

/** Contract: the lists of owned items. */
export const listsContract = (fresh: () => Layer.Layer<CollectingStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, CollectingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "records are listed in four orders, what is unknown last, and found by name, artist, format and genre",
    Effect.gen(function* () {
      const store = yield* CollectingStore
      assert.deepStrictEqual(yield* listRecords({}), [])
      yield* store.storeRecords(shelf)
      const onShelf = (yield* store.lists.shelf).find(({ title }) => title === "Álbum")
      assert.deepStrictEqual(onShelf, {
        id: onShelf?.id ?? RecordId.make(0),
        title: "Álbum",
        artist: "paper lanterns",
        year: 1984,
        format: "Vinyl",
        imageUrl: shelf[2]?.imageUrl ?? "",
        addedAt: undefined,
        artistKey: "paper lanterns",
        titleKey: "album",
      })
      assert.lengthOf(yield* store.lists.shelf, shelf.length)
      const orders = [
        [{ sort: "added", order: "desc" }, [1, 4, 2, 5, 3]],
        [{ sort: "added", order: "asc" }, [5, 2, 4, 1, 3]],
        [{ sort: "artist", order: "asc" }, [5, 2, 3, 1, 4]],
        [{ sort: "artist", order: "desc" }, [3, 1, 5, 2, 4]],
        [{ sort: "title", order: "asc" }, [3, 4, 2, 5, 1]],
        [{ sort: "year", order: "desc" }, [5, 1, 4, 3, 2]],
        [{ sort: "year", order: "asc" }, [3, 1, 4, 5, 2]],
      ] as const
      for (const [query, expected] of orders) {
        assert.deepStrictEqual(numbers(yield* listRecords(query, 2)), [...expected], JSON.stringify(query))
      }
      const found = [
        [{ q: "álb" }, [3]],
        [{ q: "LANTERNS weather" }, [1]],
        [{ q: "%" }, []],
        [{ artist: "The Paper Lanterns" }, [1, 3]],
        [{ artist: "paper" }, []],
        [{ format: "cd" }, [2, 5]],
        [{ genre: "Electronic" }, []],
        [{ q: "salt", format: "CD", artist: "Emile Ohara" }, [2, 5]],
      ] as const
      for (const [query, expected] of found) {
        assert.deepStrictEqual(numbers(yield* listRecords(query)), [...expected], JSON.stringify(query))
      }
    }),
  )

  test(
    "the details of a release are shown with each of its copies, counted, and requested once",
    Effect.gen(function* () {
      const store = yield* CollectingStore
      const due = (before = 0, limit = 10) => store.releasesToDescribe("discogs", before, limit)
      assert.deepStrictEqual(yield* due(), [])
      yield* store.storeRecords([...shelf, record(9, { source: "other", releaseId: 90 })])
      assert.deepStrictEqual(yield* due(), [11, 12, 14, 13])
      assert.deepStrictEqual(yield* due(0, 2), [11, 12])
      assert.deepStrictEqual(yield* store.releasesToDescribe("other", 0, 10), [90])
      const describe = (releaseId: number, askedAt: number, more?: Partial<ReleaseDetails>) =>
        store.describeRelease("discogs", releaseId, askedAt, more && details(more))
      yield* raisesVersion("collecting", "details", describe(12, 1_000, {}))
      yield* describe(14, 2_000)
      yield* describe(11, 1_500)
      assert.deepStrictEqual(yield* due(), [13])
      assert.deepStrictEqual(yield* due(2_000), [13, 11])
      assert.deepStrictEqual(yield* due(2_001), [13, 11, 14])
      // Known details stay.
      yield* describe(12, 3_000)
      yield* describe(14, 3_000, { genres: ["Jazz"], styles: ["Dub"], labels: [], tracks: [], country: "" })
      const byId = new Map((yield* listRecords({})).map((one) => [one.instanceId, one]))
      const { genres, labels, styles } = details()
      assert.deepInclude(byId.get(2), { genres, labels, styles })
      assert.deepInclude(byId.get(5), { genres, labels, styles })
      assert.deepInclude(byId.get(1), { genres: [], labels: [], styles: [] })
      assert.deepStrictEqual(numbers(yield* listRecords({ genre: "dub" })), [4, 2, 5])
      assert.deepStrictEqual(numbers(yield* listRecords({ genre: "ELECTRONIC", q: "salt" })), [2, 5])
      const second = byId.get(2)
      assert.isDefined(second)
      if (second === undefined) return
      assert.deepStrictEqual(yield* store.lists.record(second.id), Option.some({ ...details(), ...second }))
      assert.deepStrictEqual(yield* readPages(store.lists.genres, 2), [
        { kind: "style", name: "Dub", count: 3 },
        { kind: "style", name: "Deep House", count: 2 },
        { kind: "genre", name: "Electronic", count: 2 },
        { kind: "genre", name: "Jazz", count: 1 },
      ])
      yield* store.removeRecords([second.id])
      assert.deepStrictEqual(yield* store.lists.record(second.id), Option.none())
    }),
  )

  test(
    "films are listed in three orders, and found by title, format and id",
    Effect.gen(function* () {
      const store = yield* CollectingStore
      const films = [
        film("a", { title: "The Lighthouse", year: 1984, addedAt: 2_000 }),
        film("a", { title: "The Lighthouse", year: 1984, format: "dvd", addedAt: undefined }),
        film("b:c/d", { title: "Ärla", year: 0, format: "uhd_bluray", addedAt: 3_000 }),
      ]
      yield* store.replaceFilms("trakt", films, [])
      const ids = (query: Partial<MediaQuery>) =>
        Effect.map(listMedia(query, 2), (all) => all.map(({ id }) => id))
      const [disc, dvd, odd] = ["trakt:a:bluray", "trakt:a:dvd", "trakt:b:c/d:uhd_bluray"]
      assert.deepStrictEqual(yield* ids({}), [odd, disc, dvd])
      assert.deepStrictEqual(yield* ids({ sort: "title", order: "asc" }), [odd, disc, dvd])
      assert.deepStrictEqual(yield* ids({ sort: "title", order: "desc" }), [disc, dvd, odd])
      assert.deepStrictEqual(yield* ids({ sort: "year" }), [disc, dvd, odd])
      assert.deepStrictEqual(yield* ids({ q: "LIGHT" }), [disc, dvd])
      assert.deepStrictEqual(yield* ids({ format: "DVD" }), [dvd])
      assert.deepStrictEqual(
        yield* store.lists.film("trakt:b:c/d:uhd_bluray"),
        Option.some({ id: "trakt:b:c/d:uhd_bluray", ...films[2] }),
      )
      assert.sameDeepMembers([...(yield* store.lists.films)], [...(yield* listMedia({}))])
      assert.deepStrictEqual(yield* store.lists.film("trakt:a"), Option.none())
    }),
  )

  test(
    "additions are one list; statistics count everything owned, or the additions of a range",
    Effect.gen(function* () {
      const store = yield* CollectingStore
      const recent = (range = everything) => readPages((page) => store.lists.recent(range, page), 2)
      assert.deepStrictEqual(yield* recent(), [])
      const nothing = yield* store.lists.stats(everything)
      assert.deepStrictEqual(nothing, {
        records: 0,
        artists: 0,
        films: 0,
        firstAddedAt: undefined,
        lastAddedAt: undefined,
        formats: [],
        decades: [],
      })
      yield* store.storeRecords(shelf)
      yield* store.replaceFilms(
        "trakt",
        [
          film("a", { movieDbId: 7, addedAt: 3_000 }),
          film("a", { movieDbId: 7, format: "dvd", addedAt: 9_000 }),
        ],
        [],
      )
      yield* store.replaceFilms("other", [film("x", { movieDbId: 7, addedAt: undefined })], [])
      const added = yield* recent()
      assert.deepStrictEqual(
        added.map(({ addedAt, title, type }) => [type, title, addedAt]),
        [
          ["media", "The a Lighthouse", 9_000],
          ["record", "Weather Maps", 4_000],
          ["record", "Orchard", 3_000],
          ["record", "Salt", 3_000],
          ["media", "The a Lighthouse", 3_000],
          ["record", "Salt", 1_000],
        ],
      )
      assert.deepInclude(added[0], { id: "trakt:a:dvd", artist: "", year: 1984, format: "dvd", imageUrl: "" })
      const [first] = yield* listRecords({})
      assert.strictEqual(added[1]?.id, String(first?.id))
      const range = { from: 3_000, until: 9_000 }
      assert.lengthOf(yield* recent(range), 4)
      assert.deepStrictEqual(yield* store.lists.stats(everything), {
        records: 5,
        artists: 2,
        films: 1,
        firstAddedAt: 1_000,
        lastAddedAt: 9_000,
        formats: [
          { name: "CD", count: 2 },
          { name: "Vinyl", count: 2 },
        ],
        decades: [
          { decade: 1980, count: 1 },
          { decade: 1990, count: 2 },
          { decade: 2000, count: 1 },
        ],
      })
      const inRange = yield* store.lists.stats(range)
      assert.deepInclude(inRange, {
        records: 3,
        artists: 2,
        films: 1,
        firstAddedAt: 3_000,
        lastAddedAt: 4_000,
      })
      assert.deepStrictEqual(yield* readPages(store.lists.artists, 1), [
        { name: "The Paper Lanterns", count: 2 },
        { name: "Émile Ohara", count: 2 },
      ])
    }),
  )

  it.effect.prop(
    "whatever is owned and requested, a list has each record that fits once, in its order",
    [Schema.Array(SomeRecord).check(Schema.isMaxLength(8)), Query],
    ([some, { limit, ...query }]) =>
      Effect.gen(function* () {
        const store = yield* CollectingStore
        yield* store.storeRecords(some.map((one, index) => record(index + 1, one)))
        const listed = yield* listRecords(query, limit)
        const fits = (one: OwnedRecord) => {
          const { artistKey, formatKey, titleKey } = recordKeys(one)
          return (
            `${artistKey} ${titleKey}`.includes(query.q?.toLowerCase() ?? "") &&
            (query.artist === undefined || artistKey === query.artist.toLowerCase()) &&
            (query.format === undefined || formatKey === query.format.toLowerCase())
          )
        }
        const expected = some.map((one, index) => record(index + 1, one)).filter(fits)
        assert.sameMembers(
          numbers(listed),
          expected.map(({ instanceId }) => instanceId),
        )
        for (const [index, one] of listed.entries()) {
          const next = listed[index + 1]
          if (next === undefined) break
          const [a, b] = [sortedBy(query.sort, one), sortedBy(query.sort, next)]
          if (!a || !b) assert.isTrue(!b, "what is unknown is not last")
          else assert.isTrue(query.order === "asc" ? a <= b : a >= b, `${a} before ${b}`)
        }
      }).pipe(Effect.provide(fresh())),
    properties,
  )
}
