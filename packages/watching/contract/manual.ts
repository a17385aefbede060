import type { DataVersions } from "@daybook/kernel"
import { raisesVersion } from "@daybook/kernel/contract"
import { addWatch, removeWatch, WatchId, WatchingStore } from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { episode, film, type FreshStore, reviewed, store, watched } from "./records.ts"

const zone = DateTime.zoneMakeNamedUnsafe("America/New_York")

/** Contract: watches that are added manually, next to those that sources report. */
export const byHandContract = (fresh: FreshStore): void => {
  const test = (
    name: string,
    body: Effect.Effect<void, unknown, DateTime.CurrentTimeZone | WatchingStore | DataVersions>,
  ) =>
    it.effect(name, () =>
      body.pipe(
        Effect.provideService(DateTime.CurrentTimeZone, zone),
        Effect.provide(fresh("America/New_York")),
        (inStore) => Effect.andThen(TestClock.setTime(Date.parse("2026-05-06T07:08:09Z")), inStore),
      ),
    )

  const shown = Effect.gen(function* () {
    const { lists } = yield* WatchingStore
    const { items } = yield* lists.recent({ from: undefined, until: undefined }, { page: 1, limit: 100 })
    return items.map(
      ({ episode, rating, review, source, title }) =>
        `${source} ${title.title}${episode === undefined ? "" : ` ${episode.season}x${episode.episode}`} ${rating} ${review}`,
    )
  })

  test(
    "a manual watch is added once, corrected by sending it again, and removed permanently",
    Effect.gen(function* () {
      const one = { title: "Salt Roads", year: 1999, watchedAt: "2024-03-01", rating: 4, review: "Fine." }
      const { isNew, watch } = yield* raisesVersion("watching", "a watch by hand", addWatch(one))
      assert.isTrue(isNew)
      assert.deepStrictEqual(
        [watch.title.title, watch.title.year, watch.at, watch.precision, watch.source, watch.rating],
        ["Salt Roads", 1999, Date.parse("2024-03-01T12:00:00Z"), "day", "manual", 4],
      )
      const again = yield* addWatch({ ...one, rating: 3, review: undefined })
      assert.deepStrictEqual([again.isNew, again.watch.id, again.watch.rating], [false, watch.id, 3])
      assert.deepStrictEqual(yield* shown, ["manual Salt Roads 3 "])
      const second = yield* addWatch({ ...one, watchedAt: "2024-03-02T20:00:00" })
      assert.isTrue(second.isNew)
      assert.strictEqual(second.watch.at, Date.parse("2024-03-03T01:00:00Z"))
      assert.notStrictEqual(second.watch.id, watch.id)
      assert.isTrue(yield* raisesVersion("watching", "a removal", removeWatch(watch.id)))
      assert.isFalse(yield* removeWatch(watch.id))
      assert.isFalse(yield* removeWatch(WatchId.make(987_654)))
      assert.deepStrictEqual(yield* shown, ["manual Salt Roads 4 Fine."])
      assert.isTrue(yield* removeWatch(second.watch.id))
      assert.deepStrictEqual(yield* shown, [])
      const { lists } = yield* WatchingStore
      const { total } = yield* lists.movies({ sort: "title", order: "asc" }, { page: 1, limit: 1 })
      assert.strictEqual(total, 0)
    }),
  )

  test(
    "a manual watch survives syncs, joins a source's watch of the same time, and leaves it when it is removed",
    Effect.gen(function* () {
      const pilot = {
        movieDbId: 21,
        title: "Night Bus",
        season: 1,
        episode: 1,
        watchedAt: "2024-03-01T20:00:00Z",
      }
      const { watch } = yield* addWatch({ ...pilot, rating: 2 })
      const told = watched(episode("Night Bus", 1, 1, { showIds: { tmdb: 21 } }), "2024-03-01T20:30:00Z")
      const listed = {
        type: "listed",
        source: "trakt",
        kind: "episode",
        from: undefined,
        to: Date.parse("2025-01-01T00:00:00Z"),
        refs: new Set<string>(),
      } as const
      yield* store(told)
      yield* store(listed)
      assert.deepStrictEqual(yield* shown, ["manual Night Bus 1x1 2 "])
      yield* store(
        told,
        reviewed(film("Orchard", { ids: { tmdb: 9 } }), "2024-03-01", "Fine.", { rating: 3 }),
      )
      const joined = yield* addWatch({ movieDbId: 9, watchedAt: "2024-03-01", rating: 5 })
      assert.isFalse(joined.isNew, "it was there already")
      assert.deepStrictEqual([joined.watch.source, joined.watch.rating], ["letterboxd", 3])
      assert.deepStrictEqual(yield* shown, ["manual Night Bus 1x1 2 ", "letterboxd Orchard 3 Fine."])
      assert.isTrue(yield* removeWatch(watch.id))
      assert.isTrue(yield* removeWatch(joined.watch.id))
      assert.deepStrictEqual(yield* shown, ["trakt Night Bus 1x1 0 ", "letterboxd Orchard 3 Fine."])
      assert.isFalse(yield* removeWatch(joined.watch.id), "the rest is Letterboxd's")
      assert.strictEqual(yield* store(told), 0)
    }),
  )

  test(
    "a watch that cannot be is refused with the field that is wrong",
    Effect.gen(function* () {
      const fine = { title: "Salt Roads", watchedAt: "2024-03-01" }
      for (const [wrong, field] of [
        [{ ...fine, title: "  " }, "title"],
        [{ ...fine, title: "a".repeat(501) }, "title"],
        [{ ...fine, title: "a\0b" }, "title"],
        [{ ...fine, movieDbId: 0 }, "movie_db_id"],
        [{ ...fine, movieDbId: 1.5 }, "movie_db_id"],
        [{ ...fine, year: 10_000 }, "year"],
        [{ ...fine, episode: 1 }, "season"],
        [{ ...fine, season: 1 }, "episode"],
        [{ ...fine, season: -1, episode: 1 }, "season"],
        [{ ...fine, season: 1, episode: 2 ** 40 }, "episode"],
        [{ ...fine, watchedAt: "yesterday" }, "watched_at"],
        [{ ...fine, watchedAt: "2024-02-30" }, "watched_at"],
        // Tomorrow, where the owner is.
        [{ ...fine, watchedAt: "2026-05-07" }, "watched_at"],
        [{ ...fine, watchedAt: "2026-05-06T08:00:00Z" }, "watched_at"],
        [{ ...fine, rating: 5.5 }, "rating"],
        [{ ...fine, rating: 3.3 }, "rating"],
        [{ ...fine, rating: Number.NaN }, "rating"],
        [{ ...fine, review: "a".repeat(100_001) }, "review"],
      ] as const) {
        const error = yield* Effect.flip(addWatch(wrong))
        assert.strictEqual(error.field, field)
        assert.match(error.message, new RegExp(`^${field}: `))
      }
      assert.deepStrictEqual(yield* shown, [])
      yield* addWatch({ ...fine, watchedAt: "2026-05-06" })
      assert.lengthOf(yield* shown, 1)
    }),
  )
}
