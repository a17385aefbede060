import { foldName } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  type AlbumName,
  crossReference,
  type ListedFilm,
  type PlayedAlbum,
  PlayedAlbums,
  RecordId,
  type CatalogRecord,
  type WatchedFilm,
  WatchedFilms,
} from "../src/index.ts"
import { CollectingStore } from "../src/ports.ts"
import { makeStore, noLists } from "./collection.ts"

const record = (id: number, artist: string, title: string, addedAt?: number): CatalogRecord => ({
  id: RecordId.make(id),
  artist,
  title,
  year: 0,
  format: "",
  imageUrl: "",
  addedAt,
  artistKey: foldName(artist),
  titleKey: foldName(title),
})

const album = (id: number, artist: string, name: string, plays: number): PlayedAlbum => ({
  id,
  name,
  nameKey: foldName(name),
  artist,
  artistKey: foldName(artist),
  imageUrl: "",
  plays,
  lastPlayedAt: id * 1_000,
})

const film = (movieDbId: number, format: string, addedAt?: number): ListedFilm => ({
  id: `trakt:${movieDbId}:${format}`,
  source: "trakt",
  filmId: String(movieDbId),
  movieDbId,
  title: `Film ${movieDbId}`,
  year: 0,
  format,
  addedAt,
})

const page = { page: 1, limit: 10 }

const poster = "https://img.example/7.jpg"
const undescribed = { imageUrl: "" as const, genres: [] }

const crossed = (
  records: ReadonlyArray<CatalogRecord>,
  films: ReadonlyArray<ListedFilm>,
  albums: ReadonlyArray<PlayedAlbum>,
  watched: ReadonlyArray<WatchedFilm>,
) => {
  const begins = ({ artistKey, nameKey }: PlayedAlbum, name: AlbumName) =>
    (name.artistKey === undefined || name.artistKey === artistKey) && nameKey.startsWith(name.nameKey)
  const lists = { ...noLists, shelf: Effect.succeed(records), films: Effect.succeed(films) }
  return crossReference(page).pipe(
    Effect.provideService(PlayedAlbums, {
      dataVersions: [],
      named: (names) => Effect.sync(() => albums.filter((one) => names.some((name) => begins(one, name)))),
      beside: (ids) =>
        Effect.sync(() => {
          const items = albums.filter(({ id }) => !ids.includes(id))
          return { items, total: items.length }
        }),
    }),
    Effect.provideService(WatchedFilms, {
      dataVersions: [],
      withIds: (ids) => Effect.sync(() => watched.filter(({ movieDbId }) => ids.includes(movieDbId))),
    }),
    Effect.provideService(CollectingStore, CollectingStore.of({ ...makeStore().store, lists })),
  )
}

describe("the cross-reference", () => {
  it.effect("joins records with all editions of their albums, and a compilation only by its title", () =>
    Effect.gen(function* () {
      const { neverPlayed, notOwned, played } = yield* crossed(
        [
          record(1, "The Ida", "Salt", 100),
          record(2, "Ida", "Salt (Deluxe Edition)", 200),
          record(3, "Ida", "Pepper", 300),
          record(4, "Various", "Now and Then", 400),
          record(5, "Bo", "Salt"),
          record(6, "", "Salt"),
          record(7, "Ida", ""),
        ],
        [],
        [
          album(10, "Ida", "SALT [Remastered 2011]", 5),
          album(11, "ida", "Salt", 2),
          album(12, "Ida", "Salty", 9),
          album(13, "Bo", "Now & Then", 3),
          album(14, "Ida", "Now and Then (Deluxe)", 1),
        ],
        [],
      )
      assert.deepStrictEqual(
        played.items.map(({ id, lastPlayedAt, plays }) => [id, plays, lastPlayedAt]),
        [
          [1, 7, 11_000],
          [2, 7, 11_000],
          [4, 4, 14_000],
        ],
      )
      assert.deepStrictEqual(
        neverPlayed.items.map(({ id, lastPlayedAt, plays }) => [id, plays, lastPlayedAt]),
        [3, 7, 6, 5].map((id) => [id, 0, undefined]),
      )
      assert.deepStrictEqual(
        notOwned.items.map(({ id }) => id),
        [12],
      )
      assert.deepStrictEqual([played.total, neverPlayed.total, notOwned.total], [3, 4, 1])
    }),
  )

  it.effect("joins films by the movie database's id in whatever format, and knows none without it", () =>
    Effect.gen(function* () {
      const { neverWatched, watched } = yield* crossed(
        [],
        [film(7, "dvd"), film(7, "bluray"), film(8, "dvd", 100), film(9, "dvd", 200), film(0, "vhs", 300)],
        [],
        [
          { movieDbId: 7, watchCount: 2, lastWatchedAt: undefined, ...undescribed },
          { movieDbId: 7, watchCount: 1, lastWatchedAt: 5_000, imageUrl: poster, genres: ["Drama"] },
          { movieDbId: 8, watchCount: 4, lastWatchedAt: undefined, ...undescribed },
          { movieDbId: 9, watchCount: 0, lastWatchedAt: undefined, ...undescribed },
          { movieDbId: 0, watchCount: 9, lastWatchedAt: 1, ...undescribed },
        ],
      )
      assert.deepStrictEqual(
        watched.items.map(({ id, lastWatchedAt, watchCount }) => [id, watchCount, lastWatchedAt]),
        [
          ["trakt:8:dvd", 4, undefined],
          ["trakt:7:bluray", 3, 5_000],
          ["trakt:7:dvd", 3, 5_000],
        ],
      )
      assert.deepStrictEqual(
        neverWatched.items.map(({ id }) => id),
        ["trakt:0:vhs", "trakt:9:dvd"],
      )
      assert.deepStrictEqual(
        watched.items.map(({ genres, imageUrl }) => [imageUrl, genres]),
        [
          ["", undefined],
          [poster, ["Drama"]],
          [poster, ["Drama"]],
        ],
      )
    }),
  )

  it.effect("reports what is owned if nothing is known of plays and watches", () =>
    Effect.gen(function* () {
      const lists = {
        ...noLists,
        shelf: Effect.succeed([record(1, "Ida", "Salt")]),
        films: Effect.succeed([film(7, "dvd")]),
      }
      const store = CollectingStore.of({ ...makeStore().store, lists })
      const alone = yield* Effect.provideService(crossReference(page), CollectingStore, store)
      const totals = Object.entries(alone).map(([name, { total }]) => `${name} ${total}`)
      assert.sameMembers(totals, ["played 0", "neverPlayed 1", "notOwned 0", "watched 0", "neverWatched 1"])
    }),
  )
})
