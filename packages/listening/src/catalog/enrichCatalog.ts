import { namesMatch } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { CatalogStore, MusicCatalog, type SongMatch, type TrackToEnrich } from "./catalogPorts.ts"
import { enrich } from "./enrichment.ts"
import { normalizeSong } from "./normalizeCatalog.ts"

/**
 * Looks up tracks as songs in the music catalog, which leads to their albums and artists as well. A song matches if the
 * names of artist and track match. It takes the first match, in the catalog's order, from an album that the track was
 * played from; if there is none, the first.
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
      if (album !== undefined) return { song, album: album.id } satisfies SongMatch
    }
    return songs[0] === undefined ? undefined : ({ song: songs[0], album: undefined } satisfies SongMatch)
  })

  return yield* enrich({
    pending: store.tracksToEnrich,
    lookUp,
    keep: ({ id }, triedAt, found) =>
      store.storeTrack(id, triedAt, found && { ...found, song: normalizeSong(found.song) }),
  })
}).pipe(Effect.withSpan("Listening.enrichCatalog"))
