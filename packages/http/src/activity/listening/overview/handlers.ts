import type { PeriodInput } from "@daybook/kernel"
import * as Listening from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Asked, comparedShown, refused, rememberedReads } from "../../forRoutes.ts"
import { ItemImages, withImageVersions } from "../../itemImages.ts"
import { detailOf } from "../lists/wire.ts"
import { GenresAnswer, OverviewAnswer } from "./wire.ts"

interface OverviewQuery extends PeriodInput {
  readonly top?: Listening.PlayedKind
}

/** The handlers of `overviewEndpoints`. */
export const overviewHandlers = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  const remembered = yield* rememberedReads<
    Listening.ListeningStore | Listening.MusicPages | DateTime.CurrentTimeZone
  >(withImageVersions(Listening.listening.dataVersions))
  return {
    genres: remembered(GenresAnswer, function* ({ query }: Asked<PeriodInput>) {
      const { compared, genres } = yield* refused(Listening.listeningGenres(query))
      return { ...comparedShown(compared), genres }
    }),
    overview: remembered(
      OverviewAnswer,
      function* ({ query: { top: kind, ...period } }: Asked<OverviewQuery>) {
        const { compared, discoveries, previousStats, resting, stats, top, up, ...overview } = yield* refused(
          Listening.listeningOverview({ ...period, kind }),
        )
        const shown = (of: Listening.PlayedKind) => (item: Listening.Moved) => ({
          ...item,
          of,
          detail: detailOf(of, item),
        })
        const artist = shown("artist")
        return yield* itemImages.shown({
          ...comparedShown(compared),
          kind: overview.kind,
          totals: stats,
          previousTotals: previousStats,
          top: top.map(shown(overview.kind)),
          up: up.map(artist),
          discoveries: discoveries.map(artist),
          resting: resting.map(artist),
        })
      },
    ),
  }
})
