import { type WebUrl } from "@daybook/kernel"
import { hostileTexts, refusedWebUrls, survivesHostileTexts, urlsIn } from "@daybook/kernel/contract"
import { normalizeDetails, normalizeRecord, type WatchingRecord, WatchingStore } from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  allReviews,
  allShows,
  episode,
  film,
  type FreshStore,
  rated,
  reviewed,
  store,
  watched,
} from "./records.ts"

/** A review, a watched episode, a rating and a show that carry the text. */
const hostile = (text: string): ReadonlyArray<WatchingRecord> => [
  reviewed(film(text, { ids: { imdb: text } }), "2024-05-06", `fine: ${text}`, {
    ref: text,
    imageUrl: text as WebUrl,
  }),
  watched(episode(text, 1, 1, { title: text, showIds: { imdb: `show ${text}` } }), "2024-05-06T07:08:09Z", {
    ref: `episode ${text}`,
  }),
  rated(film(text), "2024-05-07T07:08:09Z", 4),
  { type: "show", source: "trakt", show: text, showYear: 2001, showIds: {}, totalEpisodes: 9 },
]

/** Contract: no text stops the records after it. */
export const hostileContract = (fresh: FreshStore): void => {
  const test = (name: string, body: Effect.Effect<void, never, WatchingStore>) =>
    it.effect(name, () => Effect.provide(body, fresh("UTC")))

  test(
    "records of hostile texts are stored once, and shown as they were tidied",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      for (const text of hostileTexts) {
        const records = hostile(text).map(normalizeRecord)
        assert.isAbove(yield* store(...records), 0, JSON.stringify(text).slice(0, 80))
        assert.strictEqual(
          yield* store(...records.map(normalizeRecord)),
          0,
          JSON.stringify(text).slice(0, 80),
        )
      }
      const reviews = hostileTexts.flatMap((text) =>
        hostile(text)
          .map(normalizeRecord)
          .flatMap((record) => (record.type === "watched" && record.review !== "" ? [record.review] : [])),
      )
      assert.sameMembers(
        (yield* allReviews).map(({ review }) => review),
        reviews,
      )
      assert.isAbove((yield* allShows).length, 0)
      for (const { id } of yield* watching.titlesToDescribe(1, 10)) {
        for (const text of hostileTexts) {
          const episode = {
            season: 1,
            episode: 1,
            name: text,
            airDate: undefined,
            runtimeMinutes: Number.NaN,
          }
          const details = normalizeDetails({
            name: text,
            year: 2010,
            ids: { tmdb: 7, imdb: text },
            imageUrl: text as WebUrl,
            totalEpisodes: 1,
            running: false,
            runtimeMinutes: -1,
            genres: [text, text, ""],
            directors: [text],
            episodes: [episode, episode, { ...episode, season: 1e300 }],
          })
          yield* watching.describe(id, 2, details)
        }
        break
      }
    }),
  )

  test(
    "a film loses an image URL that is not one of http or https, and nothing else",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      const records = refusedWebUrls.map((imageUrl, at) =>
        normalizeRecord(
          reviewed(film(`Film ${at}`), "2024-05-06", `Review ${at}`, { ref: String(at), imageUrl }),
        ),
      )
      assert.isAbove(yield* store(...records), 0)
      const [first] = yield* allReviews
      yield* watching.edits.make({
        type: "movie",
        action: "correct",
        itemId: String(first?.film.id),
        fields: { image_url: refusedWebUrls[0] ?? "" },
        at: 0,
      })
      const urls = urlsIn(yield* allReviews)
      assert.isAtLeast(urls.length, records.length)
      assert.deepStrictEqual([...new Set(urls)], [""])
    }).pipe(Effect.orDie),
  )

  test(
    "a hostile text that comes untidied is stored or fails on its own",
    survivesHostileTexts(
      (text) => store(...hostile(text)),
      Effect.fnUntraced(function* (at) {
        assert.strictEqual(yield* store(watched(film(`good ${at}`), "2024-05-06T07:08:09Z")), 1)
      }),
    ),
  )

  test(
    "watches of the first and of the last years are shown, and impossible times are tidied",
    Effect.gen(function* () {
      const times = ["0001-01-02T12:00:00Z", "0099-06-01T12:00:00Z", "9999-12-30T12:00:00Z"]
      for (const time of times) {
        assert.strictEqual(yield* store(normalizeRecord(watched(episode("Night Bus", 1, 1), time))), 1, time)
      }
      for (const at of [Number.NaN, Infinity, -Infinity, 1e300, -1e300]) {
        yield* store(normalizeRecord({ ...watched(film(`at ${at}`), "2024-05-06T07:08:09Z"), at }))
      }
      assert.lengthOf(yield* allShows, 1)
    }),
  )
}
