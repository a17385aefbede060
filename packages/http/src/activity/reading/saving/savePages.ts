import * as Reading from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { makeRunDetached } from "../../forRoutes.ts"

type Services = Reading.ArticleStore | Reading.PlainText

// A page takes up to ten seconds to come, and some tenths of a second to read.
const atOnce = 2

/** Saves pages, and fetches them afterwards, a few at once. No one waits for a page. */
export const makeSavePages = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const services = yield* Effect.context<Services>()
  const carryOn = yield* makeRunDetached<Services>()
  const { withPermit } = yield* Semaphore.make(atOnce)

  const fill = (address: string) =>
    withPermit(Reading.fillSavedPage(address)).pipe(
      Effect.catchCause((cause) => Effect.logWarning("a saved page was not read", cause)),
      Effect.provideContext(services),
      Effect.forkIn(scope),
    )

  /** Fetches what was saved shortly before the last stop. */
  const fillLeft = Effect.flatMap(Reading.unfilledPages, (addresses) => Effect.forEach(addresses, fill)).pipe(
    Effect.provideContext(services),
    Effect.catchCause((cause) => Effect.logWarning("saved pages were not looked for", cause)),
    Effect.forkIn(scope),
  )

  const save = (page: Reading.PageToSave) =>
    carryOn(Reading.savePage(page)).pipe(
      Effect.tap(({ article }) => (article.wordCount === 0 ? fill(article.sourceId) : Effect.void)),
    )

  return { save, fillLeft }
})
