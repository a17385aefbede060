import { type EditFields, everything, type NewEdit } from "@daybook/kernel"
import { editsContract, versionOf } from "@daybook/kernel/contract"
import { addWatch, WatchId, WatchingStore } from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { episode, film, type FreshStore, rated, state, store, watched } from "./records.ts"

const firstPage = { page: 1, limit: 100 }

/** Two watches of a film and two of episodes of a show. */
const items = [film("Orchard"), film("Orchard"), episode("Night Bus", 1, 1), episode("Night Bus", 1, 2)]

const days = ["2024-01-05", "2024-02-05", "2024-03-05", "2024-04-05"]

/** A record in its versions: the second is rated and reviewed, the third at another time. */
const version = (item: number, of: number) =>
  watched(items[item] ?? film("Other"), `${days[item]}T20:0${of === 2 ? 9 : 0}:00Z`, {
    ref: `record ${item}`,
    ...(of === 1 ? { rating: 3.5, review: `Review ${item}` } : {}),
  })

const tell = (item: number, of: number) => Effect.asVoid(store(version(item, of)))

/** The list of a source that has no record of this day. */
const forget = (item: number) =>
  Effect.asVoid(
    store({
      type: "listed",
      source: "trakt",
      kind: item < 2 ? "film" : "episode",
      from: Date.parse(`${days[item]}T00:00:00Z`),
      to: Date.parse(`${days[item]}T23:59:00Z`),
      refs: new Set<string>(),
    }),
  )

const edits = Effect.map(WatchingStore, (watching) => watching.edits)

const edit = (action: NewEdit["action"], itemId: number | string, fields: EditFields = {}) =>
  Effect.flatMap(edits, ({ make }) => make({ type: "watch", action, itemId: String(itemId), fields, at: 0 }))

const recent = Effect.flatMap(WatchingStore, ({ lists }) =>
  Effect.map(lists.recent(everything, firstPage), ({ items: watches }) => watches),
)

const inShort = Effect.map(recent, (watches) =>
  watches.map(
    ({ at, episode: of, rating, review, source, title }) =>
      `${new Date(at).toISOString().slice(0, 10)} ${title.title}${of === undefined ? "" : ` ${of.season}x${of.episode}`} ${source} ${rating} ${review}`,
  ),
)

/** All data that responses show. */
export const shown = Effect.gen(function* () {
  const { journal, lists, stats } = yield* WatchingStore
  const films = yield* lists.movies({ sort: "title", order: "asc" }, firstPage)
  const shows = yield* lists.shows({ sort: "title", order: "asc" }, firstPage)
  const unnumbered = <A extends { readonly id: number }>({ id: _id, ...rest }: A) => rest
  return {
    recent: yield* inShort,
    films: films.items.map(unnumbered),
    shows: shows.items.map(unnumbered),
    reviews: yield* state,
    ratings: yield* lists.ratings,
    days: yield* journal.countsByDay(everything),
    stats: yield* stats(everything),
  }
})

/** The number of the record of a source that was reported last, which is its place in the order of report. */
const numbers = new WeakMap<WatchingStore["Service"], Map<number, string>>()

const tellNumbered = (item: number, of: number) =>
  Effect.gen(function* () {
    const watching = yield* WatchingStore
    yield* tell(item, of)
    const known = numbers.get(watching) ?? new Map<number, string>()
    numbers.set(watching, known)
    const day = days[item] ?? ""
    const found = (yield* recent).find(({ at }) => new Date(at).toISOString().startsWith(day))
    if (found !== undefined && !known.has(item)) known.set(item, String(found.id))
  })

const idOf = (item: number) =>
  Effect.map(WatchingStore, (watching) => numbers.get(watching)?.get(item) ?? "0")

/** The part of the contract on edits. */
export const editingContract = (fresh: FreshStore): void => {
  editsContract(
    {
      domain: "watching",
      type: "watch",
      edits,
      tell: tellNumbered,
      forget,
      idOf,
      addition: (number) => ({
        title: `By hand ${number}`,
        year: 1999,
        watched_at: number === 1 ? "2024-06-01" : `2024-06-0${number + 1}T18:00:00.000Z`,
        rating: 4,
      }),
      corrections: [
        { rating: 5, review: "Mine" },
        { watched_at: "2024-01-09", rating: null },
        { watched_at: "2023-12-31T22:00:00.000Z", review: null },
      ],
      shown,
    },
    fresh,
  )

  const test = (name: string, body: Effect.Effect<void, unknown, WatchingStore | DateTime.CurrentTimeZone>) =>
    it.effect(name, () =>
      body.pipe(
        Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")),
        Effect.provide(fresh("UTC")),
        (inStore) => Effect.andThen(TestClock.setTime(Date.parse("2026-05-06T07:08:09Z")), inStore),
      ),
    )

  it.effect("a corrected, removed or merged watch is so in lists, totals, reviews and the journal", () =>
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      for (const item of [0, 1, 2, 3]) yield* tellNumbered(item, 0)
      const ids = yield* Effect.forEach([0, 1, 2, 3], idOf)
      const [first = "", second = "", third = "", fourth = ""] = ids
      const before = yield* versionOf("watching")
      yield* edit("correct", first, { rating: 4.5, watched_at: "2024-01-09", review: "Mine" })
      assert.isAbove(yield* versionOf("watching"), before)
      yield* tell(0, 1)
      yield* store(rated(film("Orchard"), "2020-01-01T00:00:00Z", 1))
      yield* edit("remove", second)
      yield* tell(1, 1)
      assert.deepStrictEqual(yield* inShort, [
        "2024-04-05 Night Bus 1x2 trakt 0 ",
        "2024-03-05 Night Bus 1x1 trakt 0 ",
        "2024-01-09 Orchard trakt 4.5 Mine",
      ])
      const [orchard] = (yield* watching.lists.movies({ sort: "title", order: "asc" }, firstPage)).items
      assert.deepInclude(orchard, { watchCount: 1, rating: 4.5 })
      yield* edit("merge", fourth, { into: third })
      const led = Option.getOrUndefined(yield* watching.watch(WatchId.make(Number(fourth))))
      assert.strictEqual(String(led?.id), third)
      assert.deepInclude(yield* watching.stats(everything), {
        filmWatches: 1,
        episodeWatches: 1,
        episodes: 1,
      })
      assert.lengthOf(yield* watching.journal.countsByDay(everything), 2)
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  test(
    "an edited watch stays so when another source reports it, and one that was removed can be added again",
    Effect.gen(function* () {
      yield* tellNumbered(0, 0)
      const id = yield* idOf(0)
      yield* edit("correct", id, { rating: 5 })
      yield* store(watched(film("Orchard"), "2024-01-05T20:30:00Z", { source: "plex", ref: "p", rating: 2 }))
      assert.deepStrictEqual(yield* inShort, ["2024-01-05 Orchard plex 5 "])
      yield* edit("remove", id)
      assert.deepStrictEqual(yield* inShort, [])
      const again = { title: "Orchard", year: 2001, watched_at: "2024-01-05T20:00:00.000Z" }
      assert.isTrue((yield* edit("add", "", again)).isNew)
      assert.deepStrictEqual(yield* inShort, ["2024-01-05 Orchard plex 2 "])
      assert.isFalse((yield* edit("add", "", again)).isNew)
      yield* edit("remove", id)
      const added = yield* addWatch({
        title: "Orchard",
        year: 2001,
        watchedAt: "2024-01-05T20:00:00Z",
        rating: 3,
      })
      assert.isTrue(added.isNew)
      assert.lengthOf(yield* recent, 1)
      const wrong = yield* Effect.flip(edit("add", "", { ...again, season: 1 }))
      assert.strictEqual(wrong._tag, "InvalidInput")
      for (const missing of ["999", "x", "-1"])
        assert.strictEqual((yield* Effect.flip(edit("remove", missing)))._tag, "NoSuchItem")
    }),
  )
}
