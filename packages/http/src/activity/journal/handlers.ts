import * as Journals from "@daybook/journal"
import type { Domain, Journal } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { rememberedReads } from "../../middleware/answers.ts"
import { refused } from "../../wire/errors.ts"
import { ClockAnswer, ofOneDomain, Streaks } from "./wire.ts"

/** A domain that has a journal. */
export interface JournaledDomain<R> extends Domain {
  readonly journal: Effect.Effect<Journal, never, R>
}

/** The handlers of a domain's `journalEndpoints`. */
export const journalHandlers = Effect.fnUntraced(function* <R>({
  dataVersions,
  journal,
  name,
}: JournaledDomain<R>) {
  const remembered = yield* rememberedReads<R | DateTime.CurrentTimeZone>()
  const journals = Effect.map(journal, (one) => [{ domain: name, journal: one }])
  return {
    calendar: remembered(
      dataVersions,
      ofOneDomain.calendar,
      ({ query }: { readonly query: { readonly year?: number } }) =>
        Effect.flatMap(journals, (all) => refused(Journals.calendar(all, query.year))).pipe(
          Effect.map(ofOneDomain.calendar.of),
        ),
    ),
    streaks: remembered(dataVersions, Streaks, () =>
      Effect.map(Effect.flatMap(journals, Journals.streaks), Streaks.of),
    ),
    trends: remembered(
      dataVersions,
      ofOneDomain.trends,
      ({ query }: { readonly query: Partial<Parameters<typeof Journals.trends>[1]> }) =>
        Effect.flatMap(journals, (all) => refused(Journals.trends(all, { by: "month", ...query }))).pipe(
          Effect.map(ofOneDomain.trends.of),
        ),
    ),
    clock: remembered(
      dataVersions,
      ClockAnswer,
      ({ query }: { readonly query: Parameters<typeof Journals.clock>[1] }) =>
        Effect.flatMap(journals, (all) => refused(Journals.clock(all, query))),
    ),
  }
})
