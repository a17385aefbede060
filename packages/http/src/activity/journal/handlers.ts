import * as Journals from "@daybook/journal"
import type { DateRange, Domain, Journal } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { rememberedReads } from "../../middleware/responseCache.ts"
import { refused } from "../../wire/errors.ts"
import { ItemImages, withImageVersions } from "../itemImages.ts"
import { ClockAnswer, ofOneDomain, type ReviewForm, Streaks, yearOf } from "./wire.ts"

/** A domain that has a journal, with its own part of a year in review. */
export interface JournaledDomain<R> extends Domain {
  readonly journal: Effect.Effect<Journal, never, R>
  readonly review?: (range: DateRange) => Effect.Effect<object, never, R>
}

/** The handlers of a domain's `journalEndpoints`, with the same `review` form. */
export const journalHandlers = Effect.fnUntraced(function* <R, Own = never>(
  { dataVersions, journal, name, review }: JournaledDomain<R>,
  form?: ReviewForm<never, Own>,
) {
  const itemImages = yield* ItemImages
  const remembered = yield* rememberedReads<R | DateTime.CurrentTimeZone>(dataVersions)
  const pictured = yield* rememberedReads<R | DateTime.CurrentTimeZone>(withImageVersions(dataVersions))
  const Year = yearOf(form)
  const journals = Effect.map(journal, (one) => [{ domain: name, journal: one }])
  return {
    calendar: remembered(ofOneDomain.calendar, ({ query }: { readonly query: Journals.YearInput }) =>
      Effect.flatMap(journals, (all) => refused(Journals.calendar(all, query))),
    ),
    streaks: remembered(Streaks, () => Effect.flatMap(journals, Journals.streaks)),
    trends: remembered(
      ofOneDomain.trends,
      ({ query }: { readonly query: Partial<Parameters<typeof Journals.trends>[1]> }) =>
        Effect.flatMap(journals, (all) => refused(Journals.trends(all, { by: "month", ...query }))),
    ),
    clock: remembered(ClockAnswer, ({ query }: { readonly query: Parameters<typeof Journals.clock>[1] }) =>
      Effect.flatMap(journals, (all) => refused(Journals.clock(all, query))),
    ),
    yearInReview: pictured(Year, function* ({ params }: { readonly params: { readonly year: number } }) {
      const one = { domain: name, journal: yield* journal, review }
      return yield* itemImages.shown(yield* refused(Journals.domainYear(one, params.year)))
    }),
  }
})
