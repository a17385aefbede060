import type { PageToSave } from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { refused } from "../../forRoutes.ts"
import { shownArticles } from "../shown.ts"
import { ArticleAnswer } from "../wire.ts"
import { makeSavePages } from "./savePages.ts"

/** The handler of `saveEndpoint`. */
export const saveHandlers = Effect.gen(function* () {
  const { fillLeft, save } = yield* makeSavePages
  const shown = yield* shownArticles
  yield* fillLeft

  return {
    savePage: Effect.fnUntraced(function* ({ payload }: { readonly payload: PageToSave }) {
      const { article, isNew } = yield* refused(save(payload))
      const [one] = yield* shown([article])
      const json = ArticleAnswer.of(one ?? (yield* Effect.die("an article has one form")))
      // Both successes have the same form and the first, the 201, is used: the 200 is built here.
      return isNew ? json : HttpServerResponse.jsonUnsafe(json)
    }),
  }
})
