import { namesMatch } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { type ArtistToEnrich, CatalogStore, MusicCatalog } from "./catalogPorts.ts"
import { enrich } from "./enrichment.ts"
import { tidyArtist } from "./tidyCatalog.ts"

// Each costs a call of the catalog.
const mostNamesakes = 3

/**
 * Looks artists up by name in the music catalog: those that no track led to. Of several of one name it is the first,
 * in the catalog's order, that has an album which is stored; where none has, the first.
 */
export const enrichArtists = Effect.gen(function* () {
  const catalog = yield* MusicCatalog
  const store = yield* CatalogStore

  const lookUp = Effect.fnUntraced(function* ({ albums, name }: ArtistToEnrich) {
    const candidates = yield* catalog.searchArtist(name)
    const namesakes = candidates.filter((candidate) => namesMatch(candidate.name, name))
    if (namesakes.length < 2 || albums.length === 0) return namesakes[0]
    for (const namesake of namesakes.slice(0, mostNamesakes)) {
      const theirs = yield* catalog.albumsOf(namesake.id)
      if (theirs.some((one) => albums.some((album) => namesMatch(one, album)))) return namesake
    }
    return namesakes[0]
  })

  return yield* enrich({
    left: store.artistsToEnrich,
    lookUp,
    keep: ({ id }, triedAt, found) => store.storeArtist(id, triedAt, found && tidyArtist(found)),
  })
}).pipe(Effect.withSpan("Listening.enrichArtists"))
