import type { PeriodInput } from "@daybook/kernel"
import * as Reading from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Asked, comparedShown, refused, rememberedReads } from "../../forRoutes.ts"
import { shownHighlights } from "../lists/shownHighlights.ts"
import { statsShown } from "../lists/statsShown.ts"
import { shownArticles } from "../shown.ts"
import { OverviewAnswer } from "./wire.ts"

/** The handlers of `overviewEndpoints`. */
export const overviewHandlers = Effect.fnUntraced(function* (dataVersions: ReadonlyArray<string>) {
  const remembered = yield* rememberedReads<Reading.ArticleStore | DateTime.CurrentTimeZone>(dataVersions)
  const shown = yield* shownArticles
  const highlightsShown = yield* shownHighlights
  const stats = yield* statsShown
  return {
    overview: remembered(OverviewAnswer, function* ({ query }: Asked<PeriodInput>) {
      const {
        compared,
        inHand,
        kept,
        later,
        previousStats,
        shelf,
        stats: totals,
        ...names
      } = yield* refused(Reading.readingOverview(query))
      const pageOf = Effect.fnUntraced(function* ({ items, total }: typeof shelf) {
        return { page: 1, limit: Math.max(1, items.length), items: yield* shown(items), total }
      })
      return {
        ...comparedShown(compared),
        ...names,
        totals: yield* stats(totals),
        previousTotals: previousStats && (yield* stats(previousStats)),
        inHand: yield* shown(inHand),
        shelf: yield* pageOf(shelf),
        kept: kept && (yield* highlightsShown([kept]))[0],
        later: yield* pageOf(later),
      }
    }),
  }
})
