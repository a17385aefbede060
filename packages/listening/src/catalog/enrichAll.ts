import * as Effect from "effect/Effect"
import { MusicCatalog } from "./catalogPorts.ts"
import { enrichArtists } from "./enrichArtists.ts"
import { enrichCatalog } from "./enrichCatalog.ts"
import type { Enrichment } from "./enrichment.ts"

/** Continues while the catalog responds and something is left to try. */
const toTheEnd = <E, R>(pass: string, enrichment: Effect.Effect<Enrichment, E, R>) =>
  enrichment.pipe(
    Effect.tap(({ results }) =>
      Effect.logInfo(`${pass}: tried ${results.total}, found ${results.succeeded}`),
    ),
    Effect.repeat({ while: ({ results }) => results.succeeded + results.skipped > 0 }),
  )

/**
 * Looks up everything in the music catalog that is left to look up: tracks first, then artists. Servers on one store share
 * the work: names that one has tried are not left for another, and no two try at once. Nothing is done without a catalog.
 */
export const enrichToTheEnd = Effect.gen(function* () {
  const { configured } = yield* MusicCatalog
  if (!configured) return
  yield* toTheEnd("tracks in the music catalog", enrichCatalog)
  yield* toTheEnd("artists in the music catalog", enrichArtists)
})
