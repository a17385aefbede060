import type { DataVersions } from "@daybook/kernel"
import { blankings, raisesVersion } from "@daybook/kernel/contract"
import { type TitleDetails, TitleId, WatchingStore } from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { allReviews, allShows, episode, film, type FreshStore, reviewed, store, watched } from "./records.ts"

/** Details of a title of this number. */
export const details = (tmdb: number, more: Partial<TitleDetails> = {}): TitleDetails => ({
  name: "Night Bus",
  year: 2010,
  ids: { tmdb },
  imageUrl: `https://img.example/${tmdb}.jpg`,
  totalEpisodes: 0,
  running: false,
  runtimeMinutes: 0,
  genres: [],
  directors: [],
  episodes: [],
  ...more,
})

const day = 86_400_000
const now = Date.parse("2026-05-06T07:08:09Z")

/** Contract: the film database's details of titles. */
export const describingContract = (fresh: FreshStore): void => {
  const test = (name: string, body: Effect.Effect<void, never, WatchingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh("UTC")))

  const due = (at = now) =>
    Effect.flatMap(WatchingStore, (watching) => watching.titlesToDescribe(at - 30 * day, 100))

  test(
    "titles are due by what is known of them: never requested first, then after 30 days what was missed or continues",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      yield* store(
        reviewed(film("Salt Roads", { ids: { imdb: "tt11" } }), "2024-03-01", "Fine."),
        watched(
          episode("Night Bus", 1, 1, { episodeIds: { tvdb: 101, imdb: "tt101", tmdb: 5 } }),
          "2024-03-01T20:00:00Z",
        ),
        watched(episode("Half Moth", 1, 1, { showIds: { tmdb: 13 } }), "2024-03-01T21:00:00Z"),
      )
      const first = yield* due()
      assert.sameDeepMembers(
        first.map(({ episodeIds, ids, kind, name, year }) => ({ episodeIds, ids, kind, name, year })),
        [
          { kind: "film", name: "Salt Roads", year: 2001, ids: { imdb: "tt11" }, episodeIds: [] },
          {
            kind: "show",
            name: "Night Bus",
            year: 2001,
            ids: {},
            episodeIds: [{ imdb: "tt101" }, { tvdb: 101 }],
          },
          { kind: "show", name: "Half Moth", year: 2001, ids: { tmdb: 13 }, episodeIds: [] },
        ],
      )
      assert.deepStrictEqual(
        first.map(({ id }) => id),
        first.map(({ id }) => id).toSorted((one, other) => one - other),
      )
      const idOf = (name: string) => first.find((title) => title.name === name)?.id ?? assert.fail(name)
      yield* watching.describe(idOf("Salt Roads"), now, details(11, { name: "Salt Roads", year: 2001 }))
      yield* watching.describe(idOf("Night Bus"), now, undefined)
      yield* watching.describe(idOf("Half Moth"), now + 1, details(13, { name: "Half Moth", running: true }))
      assert.deepStrictEqual(yield* due(), [])
      yield* store(reviewed(film("New"), "2026-05-06", "Fine."))
      const names = (at: number) => Effect.map(due(at), (titles) => titles.map(({ name }) => name))
      assert.deepStrictEqual(yield* names(now + 30 * day), ["New"])
      assert.deepStrictEqual(yield* names(now + 30 * day + 1), ["New", "Night Bus"])
      assert.deepStrictEqual(yield* names(now + 30 * day + 2), ["New", "Night Bus", "Half Moth"])
      // A new id makes an unknown title due again.
      yield* store(watched(episode("Night Bus", 1, 2, { showIds: { imdb: "tt21" } }), "2026-05-06T10:00:00Z"))
      assert.deepStrictEqual(yield* names(now), ["Night Bus", "New"])
    }),
  )

  test(
    "its word is shown, whatever sources say after it, and raises the version",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      yield* store(watched(episode("nachtbus", 1, 1), "2024-03-01T20:00:00Z"))
      const [title] = yield* due()
      yield* raisesVersion(
        "watching",
        "a description",
        watching.describe(title?.id ?? TitleId.make(0), now, details(11, { totalEpisodes: 24 })),
      )
      yield* store(watched(episode("nachtbus", 1, 2), "2024-03-01T21:00:00Z"), {
        type: "show",
        source: "trakt",
        show: "nachtbus",
        showYear: 2001,
        showIds: {},
        totalEpisodes: 9,
      })
      assert.deepStrictEqual(yield* allShows, [
        {
          id: title?.id ?? TitleId.make(0),
          title: "Night Bus",
          year: 2010,
          movieDbId: 11,
          imageUrl: "https://img.example/11.jpg",
          totalEpisodes: 24,
          episodesWatched: 2,
          months: [2],
        },
      ])
    }),
  )

  test(
    "fields unknown to the film database and later sources leave the known ones",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      const known = { title: "Night Bus", year: 2001, totalEpisodes: 9 }
      yield* store(
        watched(episode("Night Bus", 1, 1, { showIds: { tmdb: 11 } }), "2024-03-01T20:00:00Z"),
        watched(film("Salt Roads", { ids: { tmdb: 12 } }), "2024-03-01T20:00:00Z", {
          source: "letterboxd",
          review: "Fine.",
          imageUrl: "https://img.example/source.jpg",
        }),
        { type: "show", source: "trakt", show: "Night Bus", showYear: 2001, showIds: {}, totalEpisodes: 9 },
      )
      const titles = yield* due()
      const idOf = (kind: "film" | "show") =>
        titles.find((title) => title.kind === kind)?.id ?? TitleId.make(0)
      for (const blank of blankings({ name: "", year: 0, totalEpisodes: 0, imageUrl: "" as const })) {
        const film = {
          name: "Salt Roads",
          year: 2001,
          imageUrl: "https://img.example/source.jpg" as const,
          ...blank,
        }
        yield* watching.describe(idOf("film"), now, details(12, film))
        const show = { name: "Night Bus", year: 2001, imageUrl: "" as const, totalEpisodes: 9, ...blank }
        yield* watching.describe(idOf("show"), now, details(11, show))
        yield* store({
          type: "show",
          source: "trakt",
          show: blank.name ?? "Night Bus",
          showYear: blank.year ?? 2001,
          showIds: { tmdb: 11 },
          totalEpisodes: blank.totalEpisodes ?? 9,
        })
        const [shown] = yield* allShows
        assert.deepStrictEqual(
          { title: shown?.title, year: shown?.year, totalEpisodes: shown?.totalEpisodes },
          known,
          JSON.stringify(blank),
        )
        const [review] = yield* allReviews
        assert.deepStrictEqual(
          [review?.film.title, review?.film.year, review?.film.imageUrl],
          ["Salt Roads", 2001, "https://img.example/source.jpg"],
          JSON.stringify(blank),
        )
      }
    }),
  )

  test(
    "a series that is logged as one work is not a film, whatever it is called, and has no film's number",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      const series = film("Night Bus", { ids: { series: 21 } })
      yield* store(
        reviewed(series, "2024-03-01", "All of it.", { ref: "1", rating: 4 }),
        reviewed(film("Night Bus", { ids: { tmdb: 21 } }), "2024-03-02", "The film.", { ref: "2" }),
        // The export reports neither number.
        reviewed(film("Half Moth"), "2024-03-03", "Named.", { ref: "3" }),
        reviewed(film("Half Moth", { ids: { series: 22 } }), "2024-03-03", "Named.", { ref: "4" }),
      )
      const titles = yield* due()
      assert.sameDeepMembers(
        titles.map(({ ids, kind, name }) => ({ ids, kind, name })),
        [
          { kind: "film", name: "Night Bus", ids: { series: 21 } },
          { kind: "film", name: "Night Bus", ids: { tmdb: 21 } },
          { kind: "film", name: "Half Moth", ids: { series: 22 } },
        ],
      )
      const [title] = titles.filter(({ ids }) => ids.series === 21)
      yield* watching.describe(
        title?.id ?? TitleId.make(0),
        now,
        details(21, { name: "Nachtbus", ids: { series: 21 } }),
      )
      assert.deepStrictEqual(
        (yield* allReviews).map(({ film, rating, review }) => [film.title, film.movieDbId, rating, review]),
        [
          ["Half Moth", 0, 0, "Named."],
          ["Night Bus", 21, 0, "The film."],
          ["Nachtbus", 0, 4, "All of it."],
        ],
      )
    }),
  )

  test(
    "until then a source's total of episodes is shown",
    Effect.gen(function* () {
      yield* store(
        watched(episode("Night Bus", 1, 1), "2024-03-01T20:00:00Z"),
        { type: "show", source: "trakt", show: "Night Bus", showYear: 2001, showIds: {}, totalEpisodes: 9 },
        { type: "show", source: "trakt", show: "Never Seen", showYear: 2001, showIds: {}, totalEpisodes: 7 },
      )
      assert.deepStrictEqual(
        (yield* allShows).map(({ title, totalEpisodes }) => [title, totalEpisodes]),
        [["Night Bus", 9]],
      )
    }),
  )

  test(
    "titles that it says are one become one, with all their watches",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      yield* store(
        reviewed(film("Salzstraßen", { year: 1999 }), "2024-03-01", "First.", { ref: "1" }),
        watched(film("Salt Roads", { year: 1998, ids: { imdb: "tt11" } }), "2024-03-01T20:00:00Z"),
        reviewed(film("Other"), "2024-02-01", "Other.", { ref: "2" }),
      )
      const about = details(11, { name: "Salt Roads", year: 1999, ids: { tmdb: 11, imdb: "tt11" } })
      for (const { id, name } of yield* due()) if (name !== "Other") yield* watching.describe(id, now, about)
      const reviews = yield* allReviews
      assert.deepStrictEqual(
        reviews.map(({ film, review, watchedAt }) => [
          film.title,
          review,
          new Date(watchedAt ?? assert.fail()).getUTCHours(),
        ]),
        [
          ["Salt Roads", "First.", 20],
          ["Other", "Other.", 12],
        ],
      )
    }),
  )

  test(
    "a free image is given to a title with an id that has none, until the film database has one",
    Effect.gen(function* () {
      const { addImages, describe, edits, titlesWithoutImage } = yield* WatchingStore
      const imageUrl = "https://img.example/source.jpg"
      yield* store(
        reviewed(film("Salt Roads", { ids: { imdb: "tt11", tmdb: 11 } }), "2024-03-01", "Fine."),
        reviewed(film("Pictured", { ids: { tmdb: 12 } }), "2024-02-01", "Fine.", { imageUrl }),
        reviewed(film("By Hand", { ids: { tmdb: 13 } }), "2024-01-01", "Fine."),
        reviewed(film("Known by name"), "2023-01-01", "Fine."),
      )
      const byHand = (yield* due()).find(({ name }) => name === "By Hand")?.id ?? TitleId.make(0)
      yield* edits
        .make({
          type: "movie",
          action: "correct",
          itemId: String(byHand),
          fields: { image_url: "https://img.example/hand.jpg" },
          at: now,
        })
        .pipe(Effect.orDie)
      const without = yield* titlesWithoutImage
      assert.deepStrictEqual(
        without.map(({ ids, kind }) => ({ ids, kind })),
        [{ kind: "film", ids: { imdb: "tt11", tmdb: 11 } }],
      )
      const id = without[0]?.id ?? TitleId.make(0)
      const images = new Map(
        (yield* due()).map((title) => [title.id, `https://img.example/free/${title.name}.jpg`] as const),
      )
      yield* raisesVersion("watching", "an image", addImages(images))
      const shown = Effect.map(allReviews, (reviews) => reviews.map((review) => review.film.imageUrl))
      const others = [imageUrl, "https://img.example/hand.jpg", "https://img.example/free/Known by name.jpg"]
      assert.deepStrictEqual(yield* shown, ["https://img.example/free/Salt Roads.jpg", ...others])
      assert.deepStrictEqual(yield* titlesWithoutImage, [])
      yield* describe(id, now, details(11, { name: "Salt Roads", year: 2001 }))
      assert.deepStrictEqual(yield* shown, ["https://img.example/11.jpg", ...others])
    }),
  )

  test(
    "a title that there is not is described to no effect",
    Effect.gen(function* () {
      yield* (yield* WatchingStore).describe(TitleId.make(987_654), now, details(11))
      assert.deepStrictEqual(yield* due(), [])
    }),
  )
}
