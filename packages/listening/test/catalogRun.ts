import { SourceError, SyncRuns } from "@daybook/kernel"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import {
  AlbumId,
  ArtistId,
  type ArtistToEnrich,
  type CatalogArtist,
  type CatalogSong,
  CatalogStore,
  MusicCatalog,
  type SongMatch,
  TrackId,
  type TrackToEnrich,
} from "../src/index.ts"

export const now = Date.parse("2026-05-06T07:08:09Z")

export const artistNamed = (name: string, id = name): CatalogArtist => ({
  id,
  name,
  url: `https://a.example/${id}`,
})

export const songNamed = (name: string, artist: string, album = "", id = name): CatalogSong => ({
  id,
  name,
  url: `https://s.example/${id}`,
  previewUrl: "",
  artist: artistNamed(artist),
  album: { name: album, url: `https://c.example/${album}` },
})

export const artistToTry = (
  id: number,
  name: string,
  albums: ReadonlyArray<string> = [],
): ArtistToEnrich => ({
  id: ArtistId.make(id),
  name,
  albums,
})

export const trackToTry = (
  id: number,
  name: string,
  artist: string,
  albums: ReadonlyArray<string> = [],
): TrackToEnrich => ({
  id: TrackId.make(id),
  name,
  artistId: ArtistId.make(1),
  artist,
  albums: albums.map((album, index) => ({ id: AlbumId.make(index + 1), name: album })),
})

export const failing = (failure: SourceError["failure"]) =>
  Effect.fail(new SourceError({ source: "itunes", failure, message: "is failing" }))

export type Catalog = MusicCatalog["Service"]

/** Runs an enrichment over these artists and tracks; notes the calls of the store. */
export const makeCatalogRun = (
  catalog: Partial<Catalog>,
  artists: ReadonlyArray<ArtistToEnrich> = [],
  tracks: ReadonlyArray<TrackToEnrich> = [],
) => {
  const asked: Array<readonly [triedBefore: number, limit: number]> = []
  const kept: Array<readonly [id: number, triedAt: number, found: CatalogArtist | SongMatch | undefined]> = []
  const keep = (id: number, at: number, found: CatalogArtist | SongMatch | undefined) =>
    Effect.sync(() => void kept.push([id, at, found]))
  const notKept = <Item extends { readonly id: number }>(items: ReadonlyArray<Item>) =>
    items.filter((item) => !kept.some(([id]) => id === item.id))
  const find =
    <Item extends { readonly id: number }>(items: ReadonlyArray<Item>) =>
    (before: number, limit: number) =>
      Effect.sync(() => {
        asked.push([before, limit])
        return notKept(items).slice(0, limit)
      })
  const lock = Semaphore.makeUnsafe(1)
  const runs = SyncRuns.of({
    take: (domain) => {
      assert.strictEqual(domain, "catalog")
      return Effect.asVoid(lock.takeScoped(1))
    },
    begin: () => Effect.die("an enrichment is not on record"),
    progress: () => Effect.die("an enrichment is not on record"),
    end: () => Effect.die("an enrichment is not on record"),
    list: () => Effect.die("not used in these tests"),
  })
  const run = <A, E>(enrichment: Effect.Effect<A, E, CatalogStore | MusicCatalog | SyncRuns>) =>
    enrichment.pipe(
      Effect.provideService(MusicCatalog, {
        configured: true,
        searchArtist: () => Effect.succeed([]),
        searchSong: () => Effect.succeed([]),
        albumsOf: () => Effect.die("nobody's albums matter in this test"),
        ...catalog,
      }),
      Effect.provideService(CatalogStore, {
        artistsToEnrich: find(artists),
        tracksToEnrich: find(tracks),
        storeArtist: keep,
        storeTrack: keep,
        itemsToDescribe: () => Effect.die("nobody asks for facts in these tests"),
        storeFacts: () => Effect.die("nobody asks for facts in these tests"),
      }),
      Effect.provideService(SyncRuns, runs),
    )
  return { run, asked, kept }
}
