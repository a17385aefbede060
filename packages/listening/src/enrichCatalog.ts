import { namesMatch } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { CatalogStore, MusicCatalog, type TrackFound, type TrackToEnrich } from "./catalogPorts.ts"
import { enrich } from "./enrichment.ts"
import { tidySong } from "./tidyCatalog.ts"

/**
 * Looks tracks up as songs in the music catalog, which leads to their albums and artists as well. A song counts
 * where the names of artist and track match; of several it is the first, in the catalog's order, from an album that
 * the track was played from; where none is, the first.
 */
export const enrichCatalog = Effect.gen(function* () {
  const catalog = yield* MusicCatalog
  const store = yield* CatalogStore

  const lookUp = Effect.fnUntraced(function* ({ albums, artist, name }: TrackToEnrich) {
    const candidates = yield* catalog.searchSong(artist, name)
    const songs = candidates.filter(
      (song) => namesMatch(song.name, name) && namesMatch(song.artist.name, artist),
    )
    for (const song of songs) {
      const album = albums.find((one) => namesMatch(one.name, song.album.name))
      if (album !== undefined) return { song, album: album.id } satisfies TrackFound
    }
    return songs[0] === undefined ? undefined : ({ song: songs[0], album: undefined } satisfies TrackFound)
  })

  return yield* enrich({
    left: store.tracksToEnrich,
    lookUp,
    keep: ({ id }, triedAt, found) =>
      store.storeTrack(id, triedAt, found && { ...found, song: tidySong(found.song) }),
  })
}).pipe(Effect.withSpan("Listening.enrichCatalog"))
