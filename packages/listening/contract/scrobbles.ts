import { everything } from "@daybook/kernel"
import { type AlbumId, type AlbumPlays, ListeningStore, type Scrobble } from "@daybook/listening"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

/** A play at a time such as `2024-05-06T07:08:09Z`, with the same names each time unless `more` sets them. */
export const playAt = (time: string, more: Partial<Scrobble> = {}): Scrobble => ({
  artist: "Low",
  album: "Hey What",
  track: "White Horses",
  imageUrl: "",
  playedAt: Date.parse(time),
  ...more,
})

/** The albums of all time as `artist / album: plays`, in the store's order. */
export const ranking = Effect.flatMap(ListeningStore, (store) =>
  Effect.map(store.topAlbums(everything, { page: 1, limit: 100 }), ({ items }) =>
    items.map((album) => `${album.artist} / ${album.name}: ${album.plays}`),
  ),
)

/** The ids that the store gave its albums, by name. Different albums have different ids. */
export const albumIds = Effect.gen(function* () {
  const store = yield* ListeningStore
  const { items } = yield* store.topAlbums(everything, { page: 1, limit: 100 })
  assert.strictEqual(new Set(items.map((album) => album.id)).size, items.length, "two albums share an id")
  return ({ artist, name }: Pick<AlbumPlays, "artist" | "name">): AlbumId => {
    const stored = items.find((album) => album.artist === artist && album.name === name)
    return stored?.id ?? assert.fail(`${artist} / ${name} is not among the albums of all time`)
  }
})
