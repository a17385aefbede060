import {
  CollectingStore,
  type OwnedFilm,
  type OwnedRecord,
  normalizeOwnedFilm,
  normalizeOwnedRecord,
} from "@daybook/collecting"
import { type DataVersions, type WebUrl } from "@daybook/kernel"
import {
  hostileTexts,
  readPages,
  refusedWebUrls,
  survivesHostileTexts,
  urlsIn,
} from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { film, latestRecords, record } from "./owned.ts"

const hostileRecord = (text: string, at: number): OwnedRecord =>
  record(at + 1, { title: text, artist: text, format: text, imageUrl: text as WebUrl })

const hostileFilm = (text: string): OwnedFilm => film(text, { title: text, format: text })

/** Contract: no text stops the records after it. */
export const hostileContract = (fresh: () => Layer.Layer<CollectingStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, CollectingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "records and films of hostile texts are stored once, and returned as they were tidied",
    Effect.gen(function* () {
      const collecting = yield* CollectingStore
      const records = hostileTexts.map((text, at) => normalizeOwnedRecord(hostileRecord(text, at)))
      assert.strictEqual(yield* collecting.storeRecords(records), records.length)
      assert.strictEqual(yield* collecting.storeRecords(records.map(normalizeOwnedRecord)), 0)
      const stored = yield* readPages(latestRecords, 100)
      assert.sameDeepMembers(
        stored.map((one) => Struct.omit(one, ["id"])),
        records,
      )
      const films = hostileTexts.map((text) => normalizeOwnedFilm(hostileFilm(text)))
      assert.strictEqual(yield* collecting.replaceFilms("trakt", films, []), films.length)
      assert.strictEqual(yield* collecting.replaceFilms("trakt", films.map(normalizeOwnedFilm), []), 0)
      assert.sameMembers(
        (yield* collecting.mediaFormats).map(({ name }) => name),
        films.map(({ format }) => format),
      )
    }),
  )

  test(
    "a record loses an image URL that is not one of http or https, and nothing else",
    Effect.gen(function* () {
      const collecting = yield* CollectingStore
      const records = refusedWebUrls.map((imageUrl, at) => normalizeOwnedRecord(record(at + 1, { imageUrl })))
      assert.strictEqual(yield* collecting.storeRecords(records), records.length)
      const { isNew } = yield* collecting.edits.make({
        type: "record",
        action: "add",
        itemId: "",
        fields: { artist: "Ida Quarry", title: "By hand", image_url: refusedWebUrls[0] ?? "" },
        at: 0,
      })
      assert.isTrue(isNew)
      const { items: stored } = yield* latestRecords({ page: 1, limit: 100 })
      assert.lengthOf(stored, records.length + 1)
      assert.deepStrictEqual(
        urlsIn(stored),
        stored.map(() => ""),
      )
    }).pipe(Effect.orDie),
  )

  test(
    "a hostile text that comes untidied is stored or fails on its own",
    Effect.gen(function* () {
      const collecting = yield* CollectingStore
      yield* survivesHostileTexts(
        (text) =>
          Effect.andThen(
            collecting.storeRecords([hostileRecord(text, 0)]),
            collecting.replaceFilms("other", [hostileFilm(text)], []),
          ),
        Effect.fnUntraced(function* (at) {
          assert.strictEqual(yield* collecting.storeRecords([record(1_000 + at)]), 1)
          assert.isAbove(yield* collecting.replaceFilms("trakt", [film(`good ${at}`)], []), 0)
        }),
      )
    }),
  )
}
