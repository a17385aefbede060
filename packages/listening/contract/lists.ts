import {
  type DateRange,
  dayOf,
  everything,
  type Granularity,
  isWithin,
  type Page,
  sortNames,
  sortOf,
  startOfBucket,
  titleContains,
} from "@daybook/kernel"
import {
  FilterStore,
  type ListedPlay,
  ListeningStore,
  nameKey,
  type Played,
  type PlayedBucket,
  type PlayedKind,
  type PlayedQuery,
  playedSorts,
} from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Change, playJournal } from "./journal.ts"
import { regExpPatterns } from "./patterns.ts"
import { playAt } from "./scrobbles.ts"

type Stores = FilterStore | ListeningStore

const all = { page: 1, limit: 1_000 }

const playedTo = Date.parse("2024-05-06T07:05:00Z")

/** The item of a play, by the kind. */
const itemOf = (kind: PlayedKind, play: ListedPlay) =>
  kind === "artist"
    ? { id: play.artistId, name: play.artist }
    : kind === "album"
      ? { id: play.albumId, name: play.album }
      : { id: play.trackId, name: play.track }

type Sum = Pick<Played, "id" | "name" | "artist" | "plays" | "firstPlayedAt" | "lastPlayedAt">

/** Totals plays by item: the rule in its plainest form. */
const sumsOf = (kind: PlayedKind, plays: ReadonlyArray<ListedPlay>): ReadonlyArray<Sum> => {
  const ids = [...new Set(plays.map((play) => itemOf(kind, play).id))].filter((id) => id !== 0)
  return ids.map((id) => {
    const own = plays.filter((play) => itemOf(kind, play).id === id)
    const times = own.map(({ playedAt }) => playedAt)
    const [first = assert.fail()] = own
    return {
      id,
      name: itemOf(kind, first).name,
      artist: first.artist,
      plays: own.length,
      firstPlayedAt: Math.min(...times),
      lastPlayedAt: Math.max(...times),
    }
  })
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

const sorted = (sums: ReadonlyArray<Sum>, { order, sort }: Pick<PlayedQuery, "order" | "sort">) => {
  const key = ({ firstPlayedAt, lastPlayedAt, name, plays }: Sum) =>
    ({ plays, name: nameKey(name), first_played: firstPlayedAt, last_played: lastPlayedAt })[sort]
  return sums.toSorted(
    (one, other) =>
      (order === "asc" ? 1 : -1) * compare(key(one), key(other)) ||
      (sort === "plays" ? other.lastPlayedAt - one.lastPlayedAt : 0) ||
      one.id - other.id,
  )
}

const told = ({ items, total }: Page<Played>) => {
  assert.strictEqual(items.length, total)
  return items.map(({ artist, firstPlayedAt, id, lastPlayedAt, name, plays }) => ({
    id,
    name,
    artist,
    plays,
    firstPlayedAt,
    lastPlayedAt,
  }))
}

/** The plays of some items by bucket, counted the same way. */
const bucketsOf = (
  kind: PlayedKind,
  ids: ReadonlyArray<number>,
  plays: ReadonlyArray<ListedPlay>,
  granularity: Granularity,
  zone: DateTime.TimeZone,
): ReadonlyArray<PlayedBucket> =>
  ids.flatMap((id) => {
    const starts = plays
      .filter((play) => itemOf(kind, play).id === id)
      .map(({ playedAt }) => startOfBucket(dayOf(playedAt, zone), granularity))
    return [...new Set(starts)].map((start) => ({
      id,
      start,
      plays: starts.filter((one) => one === start).length,
    }))
  })

const byStart = (buckets: ReadonlyArray<PlayedBucket>) =>
  buckets.toSorted((one, other) => compare(one.start, other.start) || one.id - other.id)

const kinds = ["artist", "album", "track"] as const
const granularities: ReadonlyArray<Granularity> = ["day", "week", "month", "year"]

/** Contract: lists are a recount of the plays, in any order, range and narrowing, whatever was stored and hidden. */
export const listsContract = (fresh: (zone: string) => Layer.Layer<Stores>): void => {
  const open = (zone: string) => Layer.provide(fresh(zone), regExpPatterns)

  it.effect.prop(
    "are a recount of the plays in any order, range and narrowing",
    {
      changes: Schema.Array(Change).check(Schema.isBetweenLength(1, 6)),
      zone: Schema.Literals(["UTC", "Asia/Kathmandu", "America/New_York"]),
    },
    ({ changes, zone: name }) =>
      Effect.gen(function* () {
        for (const change of changes) yield* playJournal.apply(change)
        const zone = DateTime.zoneMakeNamedUnsafe(name)
        const { lists } = yield* ListeningStore
        const { items: plays, total } = yield* lists.plays({ range: everything }, all)
        assert.strictEqual(plays.length, total)
        const day: DateRange = { from: playJournal.start, until: playJournal.start + 86_400_000 }
        for (const range of [everything, day]) {
          const within = plays.filter(({ playedAt }) => isWithin(range, playedAt))
          for (const kind of kinds) {
            for (const sort of sortNames(playedSorts)) {
              for (const order of ["asc", "desc"] as const) {
                assert.deepStrictEqual(
                  told(yield* lists.played(kind, { range, sort, order }, all)),
                  sorted(sumsOf(kind, within), { sort, order }),
                  `${kind}s by ${sort} ${order}`,
                )
              }
            }
            const query = { range, ...sortOf(playedSorts, {}) }
            const { items, total } = yield* lists.played(kind, query, all)
            const ever = new Map(sumsOf(kind, plays).map((sum) => [sum.id, sum.firstPlayedAt]))
            assert.deepStrictEqual(
              yield* lists.ranked(kind, range, 2),
              items.slice(0, 2).map(({ firstPlayedAt, id, lastPlayedAt, plays }) => ({
                id,
                plays,
                firstPlayedAt,
                lastPlayedAt,
                discoveredAt: ever.get(id) ?? assert.fail(),
              })),
            )
            assert.deepStrictEqual(
              (yield* lists.named(
                kind,
                items.map(({ id }) => id),
              )).toSorted((one, other) => one.id - other.id),
              items
                .toSorted((one, other) => one.id - other.id)
                .map(Struct.omit(["firstPlayedAt", "lastPlayedAt", "plays"])),
            )
            for (const page of [1, 2, 100])
              assert.deepStrictEqual(yield* lists.played(kind, query, { page, limit: 2 }), {
                items: items.slice((page - 1) * 2, page * 2),
                total,
              })
            const firstPlayed = { from: playJournal.start, until: undefined }
            assert.deepStrictEqual(
              told(yield* lists.played(kind, { ...query, firstPlayed }, all)),
              sorted(sumsOf(kind, within), query).filter((sum) => isWithin(firstPlayed, sum.firstPlayedAt)),
            )
            assert.deepStrictEqual(
              told(yield* lists.played(kind, { ...query, q: "HÉY" }, all)),
              sorted(sumsOf(kind, within), query).filter((sum) => titleContains("hey", sum.name, sum.artist)),
            )
            const ids = sumsOf(kind, plays).map(({ id }) => id)
            for (const granularity of granularities) {
              const buckets = yield* lists.buckets(kind, ids, range, granularity)
              const expected = bucketsOf(kind, ids, within, granularity, zone)
              assert.deepStrictEqual(byStart(buckets), byStart(expected))
            }
          }
          for (const { albumId, artistId, trackId } of within.slice(0, 2)) {
            const query = { range, sort: "plays", order: "desc" } as const
            const ofArtist = within.filter((play) => play.artistId === artistId)
            for (const kind of kinds) {
              assert.deepStrictEqual(
                told(yield* lists.played(kind, { ...query, artistId }, all)),
                sorted(sumsOf(kind, ofArtist), query),
              )
            }
            const ofAlbum = within.filter((play) => albumId !== 0 && play.albumId === albumId)
            assert.deepStrictEqual(
              told(yield* lists.played("track", { ...query, albumId }, all)),
              sorted(sumsOf("track", ofAlbum), query),
            )
            const ids = sumsOf("track", plays).map(({ id }) => id)
            for (const granularity of granularities) {
              const buckets = yield* lists.buckets("track", ids, range, granularity, albumId)
              const expected = bucketsOf("track", ids, ofAlbum, granularity, zone)
              assert.deepStrictEqual(byStart(buckets), byStart(expected))
            }
            for (const narrow of [{ artistId }, { albumId }, { trackId }]) {
              const [[field = "", id] = []] = Object.entries(narrow)
              const expected = within.filter((play) => id !== 0 && play[field as keyof typeof play] === id)
              assert.deepStrictEqual(yield* lists.plays({ range, ...narrow }, all), {
                items: expected,
                total: expected.length,
              })
            }
          }
          const first = sumsOf("artist", plays).filter(({ firstPlayedAt }) => isWithin(range, firstPlayedAt))
          assert.deepStrictEqual(yield* lists.stats(range), {
            plays: within.length,
            artists: sumsOf("artist", within).length,
            albums: sumsOf("album", within).length,
            tracks: sumsOf("track", within).length,
            newArtists: first.length,
          })
        }
        for (const kind of kinds) {
          const ranking = sorted(sumsOf(kind, plays), { sort: "plays", order: "desc" })
          for (const [at, { id }] of ranking.entries()) {
            const found = yield* lists.one(kind, id)
            assert.strictEqual(Option.map(found, ({ rank }) => rank).pipe(Option.getOrThrow), at + 1)
          }
          assert.isTrue(Option.isNone(yield* lists.one(kind, 999_999)))
        }
      }).pipe(Effect.provide(open(name))),
    { timeout: 120_000, arbitrary: { runs: 5, size: 10, maxShrinks: 20 } },
  )

  it.effect("pages put together are the list, and a page past the end knows the total", () =>
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const { lists } = store
      yield* store.storeScrobbles(
        Array.from({ length: 9 }, (_, at) =>
          playAt(`2024-05-06T07:0${at}:00Z`, { track: `track ${at % 4}` }),
        ),
      )
      const query = { range: everything, sort: "name", order: "asc" } as const
      const pages = yield* Effect.forEach([1, 2, 3], (page) =>
        lists.played("track", query, { page, limit: 2 }),
      )
      assert.deepStrictEqual(
        pages.flatMap(({ items }) => items.map(({ name, plays }) => `${name}: ${plays}`)),
        ["track 0: 3", "track 1: 2", "track 2: 2", "track 3: 2"],
      )
      assert.deepStrictEqual(
        pages.map(({ total }) => total),
        [4, 4, 4],
      )
      yield* store.storeScrobbles([playAt("2024-05-05T23:59:00Z"), playAt("2024-05-03T00:00:00Z")])
      // Pages end before, at and after the ends of days, and the second range cuts two days.
      for (const range of [everything, { from: Date.parse("2024-05-03T00:00:01Z"), until: playedTo }]) {
        const { items, total } = yield* lists.plays({ range }, all)
        assert.strictEqual(items.length, total)
        for (const limit of [1, 4, 5]) {
          const last = Math.ceil(total / limit)
          const plays = yield* Effect.forEach(
            Array.from({ length: last }, (_, at) => at + 1),
            (page) => lists.plays({ range }, { page, limit }),
          )
          assert.deepStrictEqual(
            plays.flatMap((page) => page.items),
            items,
          )
          assert.deepStrictEqual(yield* lists.plays({ range }, { page: last + 1, limit }), {
            items: [],
            total,
          })
        }
      }
    }).pipe(Effect.provide(open("UTC"))),
  )

  it.effect("albums are found by an artist and the beginning of a name, and all others by their plays", () =>
    Effect.gen(function* () {
      const { lists, storeScrobbles } = yield* ListeningStore
      const filters = yield* FilterStore
      assert.deepStrictEqual(yield* lists.albumsBeside([], all), { items: [], total: 0 })
      const plays: ReadonlyArray<readonly [artist: string, album: string, plays: number]> = [
        ["Ida Quarry", "Salt", 2],
        ["The Ida Quarry", "Salt (Deluxe)", 3],
        ["Ida Quarry", "Pepper & Salt", 3],
        ["The Zoo", "Salty", 1],
        ["Bo", "Salt", 4],
        ["Hidden", "Salt", 9],
        ["Ida Quarry", "", 9],
      ]
      const played = plays.flatMap(([artist, album, count], index) =>
        Array.from({ length: count }, (_, at) =>
          playAt(`2024-05-0${index + 1}T07:0${at}:00Z`, { artist, album }),
        ),
      )
      yield* storeScrobbles(played)
      yield* filters.add({ kind: "artist", match: "exact", value: "Hidden", reason: "" })
      const named = (names: ReadonlyArray<readonly [artistKey: string | undefined, nameKey: string]>) =>
        Effect.map(
          lists.albumsNamed(names.map(([artistKey, nameKey]) => ({ artistKey, nameKey }))),
          (albums) => albums.map(({ artist, name }) => `${artist}: ${name}`),
        )
      const ofIda = ["Ida Quarry: Salt", "The Ida Quarry: Salt (Deluxe)"]
      assert.deepStrictEqual(yield* named([]), [])
      assert.sameMembers(yield* named([["ida quarry", "salt"]]), ofIda)
      assert.deepStrictEqual(yield* named([["ida quarry", "salt deluxe"]]), ofIda.slice(1))
      assert.deepStrictEqual(yield* named([["ida", "salt"]]), [])
      assert.deepStrictEqual(
        yield* named([
          ["zoo", "salt"],
          ["zoo", "s"],
        ]),
        ["The Zoo: Salty"],
      )
      assert.sameMembers(
        yield* named([
          [undefined, "salt"],
          ["bo", "salt"],
        ]),
        [...ofIda, "The Zoo: Salty", "Bo: Salt"],
      )
      const others = yield* lists.albumsBeside([], all)
      assert.deepStrictEqual(
        [others.total, ...others.items.map(({ name, plays }) => `${name} ${plays}`)],
        [5, "Salt 4", "Pepper & Salt 3", "Salt (Deluxe) 3", "Salt 2", "Salty 1"],
      )
      const [first, second] = others.items
      assert.deepStrictEqual(first, {
        id: first?.id ?? 0,
        name: "Salt",
        nameKey: "salt",
        artist: "Bo",
        artistKey: "bo",
        imageUrl: "",
        plays: 4,
        lastPlayedAt: Date.parse("2024-05-05T07:03:00Z"),
      })
      assert.deepStrictEqual(yield* lists.albumsBeside([first?.id ?? 0, 999], { page: 1, limit: 1 }), {
        items: second === undefined ? [] : [second],
        total: 4,
      })
      assert.deepStrictEqual(yield* lists.albumsBeside([], { page: 9, limit: 9 }), { items: [], total: 5 })
    }).pipe(Effect.provide(open("UTC"))),
  )
}
