import { namesMatch } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { type ArtistToEnrich, CatalogStore, MusicCatalog } from "./catalogPorts.ts"
import { enrich } from "./enrichment.ts"
import { normalizeArtist } from "./normalizeCatalog.ts"

// Each namesake costs a call to the catalog.
const namesakesAsked = 3

/**
 * Looks up by name, in the music catalog, the artists that no track led to. Among namesakes it takes the first, in the
 * catalog's order, with a stored album; if none has one, the first.
 */
export const enrichArtists = Effect.gen(function* () {
  const catalog = yield* MusicCatalog
  const store = yield* CatalogStore

  const lookUp = Effect.fnUntraced(function* ({ albums, name }: ArtistToEnrich) {
    const candidates = yield* catalog.searchArtist(name)
    const namesakes = candidates.filter((candidate) => namesMatch(candidate.name, name))
    if (namesakes.length < 2 || albums.length === 0) return namesakes[0]
    for (const namesake of namesakes.slice(0, namesakesAsked)) {
      const theirs = yield* catalog.albumsOf(namesake.id)
      if (theirs.some((one) => albums.some((album) => namesMatch(one, album)))) return namesake
    }
    return namesakes[0]
  })

  return yield* enrich({
    pending: store.artistsToEnrich,
    lookUp,
    keep: ({ id }, triedAt, found) => store.storeArtist(id, triedAt, found && normalizeArtist(found)),
  })
}).pipe(Effect.withSpan("Listening.enrichArtists"))
