import { type DataVersions, everything, type WebUrl } from "@daybook/kernel"
import { hostileTexts, refusedWebUrls, survivesHostileTexts } from "@daybook/kernel/contract"
import { ListeningStore, type Scrobble, normalizeScrobble } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { playAt, topAlbums } from "./scrobbles.ts"

/** A play under each hostile text: as its artist, its album, its track and its image, in turn. */
const hostilePlays: ReadonlyArray<Scrobble> = hostileTexts.flatMap((text) => [
  playAt("2024-05-06T07:00:00Z", { artist: text }),
  playAt("2024-05-06T07:01:00Z", { album: text, track: `on album ${text}` }),
  playAt("2024-05-06T07:02:00Z", { track: text }),
  playAt("2024-05-06T07:03:00Z", { imageUrl: `https://img.example/${text}`, track: `with image ${text}` }),
])

/** Contract: no text breaks a store for the plays that follow it. */
export const hostileListeningContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions>,
): void => {
  const test = (name: string, body: Effect.Effect<void, never, ListeningStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh("UTC")))

  test(
    "plays under hostile texts are stored once as they were tidied, and found again",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const plays = hostilePlays.map(normalizeScrobble)
      assert.strictEqual(
        yield* store.storeScrobbles(plays, { source: "lastfm", cursor: "after" }),
        plays.length,
      )
      assert.strictEqual(yield* store.storeScrobbles(plays), 0, "the same plays again are news")
      assert.strictEqual(
        yield* store.storeScrobbles(hostilePlays.map(normalizeScrobble).map(normalizeScrobble)),
        0,
      )
      const { items } = yield* topAlbums(everything, { page: 1, limit: 1_000 })
      const names = new Set(items.flatMap(({ artist, name }) => [artist, name]))
      for (const { album, artist, track } of plays) {
        assert.isTrue(names.has(artist), `no artist ${JSON.stringify(artist).slice(0, 80)}`)
        assert.isTrue(names.has(album), `no album ${JSON.stringify(album).slice(0, 80)}`)
        const found = yield* store.find({ artist, album, track, imageUrl: "" })
        assert.isAbove(found.artistId, 0)
        assert.isAbove(found.albumId, 0)
      }
      assert.deepStrictEqual(yield* store.cursor("lastfm"), Option.some("after"))
    }),
  )

  test(
    "an album loses an image URL that is not one of http or https, and its play is stored",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const plays = refusedWebUrls.map((imageUrl, at) =>
        normalizeScrobble(
          playAt("2024-05-06T07:00:00Z", { album: `Album ${at}`, track: `Track ${at}`, imageUrl }),
        ),
      )
      assert.strictEqual(yield* store.storeScrobbles(plays), plays.length)
      const albums = Effect.map(topAlbums(), ({ items }) => items)
      const [first] = yield* albums
      yield* store.edits.make({
        type: "album",
        action: "correct",
        itemId: String(first?.id),
        fields: { image_url: refusedWebUrls[0] ?? "" },
        at: 0,
      })
      const stored = yield* albums
      assert.lengthOf(stored, plays.length)
      for (const { imageUrl } of stored) assert.strictEqual(imageUrl, "")
    }).pipe(Effect.orDie),
  )

  test(
    "a hostile text that comes untidied is stored or fails on its own: what comes before and after it is stored",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* survivesHostileTexts(
        (text) =>
          store.storeScrobbles([
            playAt("2024-05-06T07:00:00Z", {
              track: `under ${text}`,
              album: text,
              artist: text,
              imageUrl: text as WebUrl,
            }),
          ]),
        Effect.fnUntraced(function* (at) {
          const good = playAt("2024-05-07T07:00:00Z", { artist: "good", track: `good ${at}` })
          assert.strictEqual(yield* store.storeScrobbles([good]), 1)
          assert.isAbove((yield* store.find(good)).albumId, 0)
        }),
      )
      const { items } = yield* topAlbums(everything, { page: 1, limit: 1 })
      assert.strictEqual(items[0]?.plays, hostileTexts.length)
    }),
  )
}
