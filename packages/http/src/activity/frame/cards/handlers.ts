import * as Journals from "@daybook/journal"
import type { DomainServices } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { calendarCard } from "../../../cards/calendarCard.ts"
import { cardAnswer } from "../../../cards/wire.ts"
import { yearCard } from "../../../cards/yearCard.ts"
import { notFound, partOfActivity, refused } from "../../forRoutes.ts"
import type { DomainRoutes } from "../../routes.ts"
import { journaledIn, readJournals } from "../journaled.ts"
import { CardsGroup } from "./group.ts"

/** The cards of all of the domains that have a journal. */
export const layer = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) => {
  const journaled = journaledIn(domains)

  return HttpApiBuilder.group(
    partOfActivity(CardsGroup),
    "cards",
    Effect.fn(function* (handlers) {
      const services = yield* Effect.context<DomainServices<Routes["domain"]> | DateTime.CurrentTimeZone>()

      const yearSvg = Effect.fnUntraced(function* (year: number) {
        const review = yield* Journals.yearInReview(yield* readJournals(journaled), year)
        const { busiestDay, longestStreak, months } = review
        return {
          ...review,
          months: months.map(({ count }) => count),
          busiestDay:
            busiestDay.start === undefined ? undefined : { day: busiestDay.start, count: busiestDay.count },
          longestStreak: longestStreak.days,
          domains: review.domains
            .map(({ count, domain }) => ({ name: domain, count }))
            .filter(({ count }) => count > 0)
            .toSorted((one, other) => other.count - one.count),
        }
      })

      return handlers.handleAll({
        year: ({ params, query: { theme = "auto" } }) =>
          refused(yearSvg(params.year)).pipe(
            Effect.map((shown) => cardAnswer(yearCard(shown, theme))),
            Effect.provideContext(services),
          ),

        calendar: Effect.fnUntraced(function* ({ params, query: { theme = "auto", year } }) {
          const asked = journaled.filter(({ name }) => name === params.domain)
          if (asked.length === 0) {
            const names = journaled.map(({ name }) => name).join(", ")
            return yield* Effect.fail(notFound(`There is no calendar of this domain; there are ${names}`))
          }
          const shown = yield* Effect.flatMap(readJournals(asked), (journals) =>
            refused(Journals.calendar(journals, { year })),
          )
          return cardAnswer(calendarCard({ ...shown, title: `${params.domain} in ${shown.year}` }, theme))
        }, Effect.provideContext(services)),
      })
    }),
  )
}
