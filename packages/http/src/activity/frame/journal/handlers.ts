import * as Journals from "@daybook/journal"
import { type Digest, type DomainServices, inOneList } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { defaultPageSize, handlersOf, rememberedReads, refused } from "../../forRoutes.ts"
import { ItemImages, withImageVersions } from "../../itemImages.ts"
import { ofDomains, Streaks } from "../../journal/wire.ts"
import type { DomainRoutes } from "../../routes.ts"
import { inDomainList } from "../domainList.ts"
import { journaledIn } from "../journaled.ts"
import { journalGroup } from "./group.ts"
import {
  FeedAnswer,
  latestOfAll,
  monthOfAll,
  OnThisDayAnswer,
  TodayAnswer,
  yearOfAll,
  YearsAnswer,
} from "./wire.ts"

type JournalServices<Routes extends DomainRoutes> =
  | DomainServices<Routes["domain"]>
  | DateTime.CurrentTimeZone
  | Digest

/** The handlers of the reads over all of the domains that have a journal. */
export const layer = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) => {
  const described = inOneList(domains.map(({ domain }): Routes["domain"] => domain))
  const journaled = journaledIn(domains)
  const dataVersions = [...new Set(journaled.flatMap((domain) => domain.dataVersions))]

  const [Latest, YearOfAll, MonthOfAll] = [latestOfAll(domains), yearOfAll(domains), monthOfAll(domains)]
  // Typed as the group of no domain: responses have a field for each domain, which no type names one by one.
  const group = journalGroup<never>(domains)

  return handlersOf(group, function* (handlers) {
    const itemImages = yield* ItemImages
    const services = yield* Effect.context<JournalServices<Routes>>()
    const remembered = yield* rememberedReads<JournalServices<Routes>>(dataVersions)
    const pictured = yield* rememberedReads<JournalServices<Routes>>(withImageVersions(dataVersions))

    /** The journals of the domains that a query names, in the order of the API. */
    const journalsOf = Effect.fnUntraced(function* ({ domains: list }: { readonly domains?: string }) {
      const asked = yield* inDomainList(journaled, list)
      return yield* Effect.forEach(asked, ({ journal, name, review }) =>
        Effect.map(journal, (one) => ({ domain: name, journal: one, review })),
      )
    })

    return handlers.handleAll({
      calendar: remembered(ofDomains.calendar, function* ({ query }) {
        const journals = yield* journalsOf(query)
        return yield* refused(Journals.calendar(journals, query))
      }),
      streaks: remembered(Streaks, function* ({ query }) {
        return yield* Journals.streaks(yield* journalsOf(query))
      }),
      trends: remembered(ofDomains.trends, function* ({ query }) {
        const journals = yield* journalsOf(query)
        return yield* refused(Journals.trends(journals, { by: "month", ...query }))
      }),
      feed: pictured(FeedAnswer, function* ({ query }) {
        const journals = yield* journalsOf(query)
        const { entries, nextCursor } = yield* refused(
          Journals.feed(journals, { ...query, limit: query.limit ?? defaultPageSize }),
        )
        return { entries: yield* itemImages.shown(entries), nextCursor }
      }),
      onThisDay: pictured(OnThisDayAnswer, function* ({ query }) {
        const journals = yield* journalsOf(query)
        const { date, years } = yield* refused(Journals.onThisDay(journals, query.date))
        return { date, years: yield* itemImages.shown(years) }
      }),
      today: pictured(TodayAnswer, function* ({ query }) {
        const journals = yield* journalsOf(query)
        return yield* itemImages.shown(yield* refused(Journals.today(journals, query.date)))
      }),
      // A track that starts playing raises no data version, so the response is not cached.
      now: () =>
        Effect.provideContext(
          Effect.map(Effect.flatMap(Journals.latestOf(described), itemImages.shown), Latest.of),
          services,
        ),
      years: remembered(YearsAnswer, function* () {
        return { years: yield* Journals.years(yield* journalsOf({})) }
      }),
      yearInReview: pictured(YearOfAll, function* ({ params }) {
        const journals = yield* journalsOf({})
        const year = yield* refused(Journals.yearInReview(journals, params.year))
        return yield* itemImages.shown(year)
      }),
      monthInReview: pictured(MonthOfAll, function* ({ params: { month, year } }) {
        const journals = yield* journalsOf({})
        return yield* itemImages.shown(yield* refused(Journals.monthInReview(journals, year, month)))
      }),
    })
  })
}
