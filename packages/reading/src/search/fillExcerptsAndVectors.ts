import * as Effect from "effect/Effect"
import { backfillBodyExcerpts } from "./bodyExcerpts.ts"
import { cleanArticles } from "../articles/cleanArticles.ts"
import { reembedArticles } from "./embedArticles.ts"

const atOnce = 500

/** A model takes a tenth of a second for an article, and syncs of reading wait for those embedded at once. */
const embeddedAtOnce = 100

/** Derives every missing excerpt and cleaned HTML, then every missing or stale vector: the work that a sync leaves behind. */
export const fillExcerptsAndVectors = Effect.gen(function* () {
  yield* backfillBodyExcerpts({ limit: atOnce, offset: 0, force: false }).pipe(
    Effect.repeat({ while: ({ updated }) => updated > 0 }),
  )
  yield* cleanArticles()
  let embedded = 0
  for (let offset = 0; ; offset += embeddedAtOnce) {
    const done = yield* reembedArticles({ limit: embeddedAtOnce, offset, batchSize: 50, onlyMissing: true })
    embedded += done.embedded
    if (done.scanned < embeddedAtOnce) break
    if (done.embedded > 0 && embedded % atOnce === 0) {
      yield* Effect.logInfo(`reading: embedded ${embedded} articles so far`)
    }
  }
  if (embedded > 0) yield* Effect.logInfo(`reading: embedded ${embedded} articles`)
}).pipe(Effect.withSpan("Reading.fillExcerptsAndVectors"))
