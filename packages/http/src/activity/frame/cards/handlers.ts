import * as Journals from "@daybook/journal"
import type { Images } from "@daybook/images"
import type { DomainServices } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { calendarCard } from "../../../cards/calendarCard.ts"
import { cardAnswer, pngAnswer } from "../../../cards/wire.ts"
import { wordsOf } from "../../../cards/year/card.ts"
import type { CardName, CardSize } from "../../../wire/yearCards.ts"
import { yearCard } from "../../../cards/yearCard.ts"
import { handlersOf, notFound, refused } from "../../forRoutes.ts"
import type { DomainRoutes } from "../../routes.ts"
import { journaledIn, readJournals } from "../journaled.ts"
import { makeStories } from "../story/makeStories.ts"
import { CardsGroup, StoryAnswer } from "./group.ts"

interface CardOfStory {
  readonly params: { readonly year: number; readonly card: CardName }
  readonly query: { readonly size?: CardSize; readonly units?: "km" | "mi" }
}

/** What the card of a year shows: the domains with entries, the one with the most first. */
const yearSubject = ({
  busiestDay,
  domains,
  longestStreak,
  months,
  ...review
}: Effect.Success<ReturnType<typeof Journals.yearInReview>>) => ({
  ...review,
  months: months.map(({ count }) => count),
  busiestDay: busiestDay.start === undefined ? undefined : { day: busiestDay.start, count: busiestDay.count },
  longestStreak: longestStreak.days,
  domains: domains
    .map(({ count, domain }) => ({ name: domain, count }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count),
})

/** The cards of all of the domains that have a journal. */
export const layer = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) => {
  const journaled = journaledIn(domains)

  return handlersOf(CardsGroup, function* (handlers) {
    const services = yield* Effect.context<
      DomainServices<Routes["domain"]> | DateTime.CurrentTimeZone | Images
    >()

    const stories = yield* makeStories(domains)

    const storyOf = Effect.fnUntraced(function* (year: number, units: "km" | "mi" = "km") {
      const language = yield* stories.languageOf(yield* HttpServerRequest.HttpServerRequest)
      return yield* refused(stories.story({ year, units, language, isPublic: false }))
    })

    const drawn = Effect.fnUntraced(function* ({ params, query }: CardOfStory) {
      const story = yield* storyOf(params.year, query.units)
      const svg = yield* stories.svg(story, params.card, query.size ?? "story")
      if (svg !== undefined) return svg
      const names = story.cards.map(({ name }) => name).join(", ")
      return yield* Effect.fail(
        notFound(
          names === ""
            ? `There is too little of ${params.year} for a story`
            : `The story of ${params.year} has no such card; it has ${names}`,
        ),
      )
    })

    const yearSvg = Effect.fnUntraced(function* (year: number) {
      const review = yield* Journals.yearInReview(yield* readJournals(journaled), year)
      return yearSubject(review)
    })

    return handlers.handleAll({
      year: ({ params, query: { theme = "auto" } }) =>
        refused(yearSvg(params.year)).pipe(
          Effect.map((shown) => cardAnswer(yearCard(shown, theme))),
          Effect.provideContext(services),
        ),

      story: Effect.fnUntraced(function* ({ params, query }) {
        const { cards, year } = yield* storyOf(params.year, query.units)
        return StoryAnswer.of({
          year,
          cards: cards.map((card) => ({ name: card.name, words: wordsOf(card) })),
        })
      }, Effect.provideContext(services)),

      storyCardSvg: (asked) => Effect.provideContext(Effect.map(drawn(asked), cardAnswer), services),

      storyCardPng: (asked) =>
        drawn(asked).pipe(
          Effect.flatMap(stories.png),
          Effect.map(pngAnswer),
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
  })
}
