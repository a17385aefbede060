import { type DateRange, everything, type PageRequest } from "@daybook/kernel"
import { ListeningStore, type Played, type Scrobble } from "@daybook/listening"
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

/** The albums of a range, most plays first. */
export const topAlbums = (range: DateRange = everything, page: PageRequest = { page: 1, limit: 100 }) =>
  Effect.flatMap(ListeningStore, ({ lists }) =>
    lists.played("album", { range, sort: "plays", order: "desc" }, page),
  )

/** The albums of all time as `artist / album: plays`, in the store's order. */
export const ranking = Effect.map(topAlbums(), ({ items }) =>
  items.map((album) => `${album.artist} / ${album.name}: ${album.plays}`),
)

/** The ids that the store gave its albums, by name. Different albums have different ids. */
export const albumIds = Effect.gen(function* () {
  const { items } = yield* topAlbums()
  assert.strictEqual(new Set(items.map((album) => album.id)).size, items.length, "two albums share an id")
  return ({ artist, name }: Pick<Played, "artist" | "name">): number => {
    const stored = items.find((album) => album.artist === artist && album.name === name)
    return stored?.id ?? assert.fail(`${artist} / ${name} is not among the albums of all time`)
  }
})
