import { images } from "@daybook/images"
import * as Journals from "@daybook/journal"
import { type Digest, type Domain, type DomainServices, inOneList } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { badRequest, defaultPageSize, partOfActivity, rememberedReads, refused } from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"
import { FeedAnswer, ofDomains, OnThisDayAnswer, Streaks } from "../../journal/wire.ts"
import { JournalGroup } from "./group.ts"

/** The handlers of the reads over all of the domains that have a journal. */
export const layer = <Described extends Domain>(domains: ReadonlyArray<Described>) => {
  const journaled = inOneList(domains).flatMap(({ dataVersions, journal, name }) =>
    journal === undefined ? [] : [{ dataVersions, journal, name }],
  )
  const names = journaled.map(({ name }) => name)
  const dataVersions = [...new Set(journaled.flatMap((domain) => domain.dataVersions))]

  return HttpApiBuilder.group(
    partOfActivity(JournalGroup),
    "journal",
    Effect.fn(function* (handlers) {
      const itemImages = yield* ItemImages
      const remembered = yield* rememberedReads<
        DomainServices<Described> | DateTime.CurrentTimeZone | Digest
      >()

      /** The journals of the domains that a query names, in the order of the API. */
      const journalsOf = Effect.fnUntraced(function* ({ domains: list }: { readonly domains?: string }) {
        const asked = list === undefined ? names : list.split(",").map((name) => name.trim())
        const unknown = asked.find((name) => !names.includes(name))
        if (unknown !== undefined) {
          return yield* Effect.fail(
            badRequest(`domains: there is no "${unknown.slice(0, 40)}"; send some of ${names.join(",")}`),
          )
        }
        return yield* Effect.forEach(
          journaled.filter(({ name }) => asked.includes(name)),
          ({ journal, name }) => Effect.map(journal, (one) => ({ domain: name, journal: one })),
        )
      })

      const withImages = Effect.fnUntraced(function* (entries: ReadonlyArray<Journals.FeedEntry>) {
        const imageOf = yield* itemImages.of(entries.map(({ imageUrl }) => imageUrl))
        return entries.map((entry) => ({ ...entry, ...imageOf(entry.imageUrl) }))
      })

      return handlers.handleAll({
        calendar: remembered(
          dataVersions,
          ofDomains.calendar,
          Effect.fnUntraced(function* ({ query }) {
            const journals = yield* journalsOf(query)
            return ofDomains.calendar.of(yield* refused(Journals.calendar(journals, query.year)))
          }),
        ),
        streaks: remembered(
          dataVersions,
          Streaks,
          Effect.fnUntraced(function* ({ query }) {
            return Streaks.of(yield* Journals.streaks(yield* journalsOf(query)))
          }),
        ),
        trends: remembered(
          dataVersions,
          ofDomains.trends,
          Effect.fnUntraced(function* ({ query }) {
            const journals = yield* journalsOf(query)
            return ofDomains.trends.of(yield* refused(Journals.trends(journals, { by: "month", ...query })))
          }),
        ),
        feed: remembered(
          [...dataVersions, ...images.dataVersions],
          FeedAnswer,
          Effect.fnUntraced(function* ({ query }) {
            const journals = yield* journalsOf(query)
            const { entries, nextCursor } = yield* refused(
              Journals.feed(journals, { ...query, limit: query.limit ?? defaultPageSize }),
            )
            return FeedAnswer.of({ entries: yield* withImages(entries), nextCursor })
          }),
        ),
        onThisDay: remembered(
          [...dataVersions, ...images.dataVersions],
          OnThisDayAnswer,
          Effect.fnUntraced(function* ({ query }) {
            const journals = yield* journalsOf(query)
            const { date, years } = yield* refused(Journals.onThisDay(journals, query.date))
            return OnThisDayAnswer.of({
              date,
              years: yield* Effect.forEach(years, ({ entries, year }) =>
                Effect.map(withImages(entries), (shown) => ({ year, entries: shown })),
              ),
            })
          }),
        ),
      })
    }),
  )
}
