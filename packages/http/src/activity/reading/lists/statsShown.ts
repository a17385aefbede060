import type { ReadingStats } from "@daybook/reading"
import * as Effect from "effect/Effect"
import { shownArticles } from "../shown.ts"

/** Statistics as `StatsAnswer` takes them. */
export const statsShown = Effect.map(shownArticles, (shown) =>
  Effect.fnUntraced(function* ({ longest, months, ...stats }: ReadingStats) {
    const [article] = longest === undefined ? [] : yield* shown([longest])
    return {
      ...stats,
      longest: article,
      months: months.map(({ start, ...sums }) => ({ start: start.slice(0, 7), ...sums })),
    }
  }),
)
