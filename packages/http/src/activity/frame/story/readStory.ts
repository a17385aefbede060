import * as Journals from "@daybook/journal"
import { type DomainServices, type Journal, wholeYears, untilToday, type LocalDate } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Audience, inUnits, type Row, type YearCard } from "../../../cards/year/card.ts"
import type { MakeYearPart } from "../../../cards/year/part.ts"
import { partsTogether, storyOf } from "../../../cards/year/story.ts"
import type { StoryTexts } from "../../../cards/year/texts/index.ts"
import type { DomainRoutes } from "../../routes.ts"
import { journaledIn } from "../journaled.ts"
import { visibleJournal, visibleReview } from "./visible.ts"

/** A year as a story: its cards, and the rest of its page. */
export interface Story {
  readonly year: number
  readonly texts: StoryTexts
  readonly cards: ReadonlyArray<YearCard>
  readonly sums: ReturnType<typeof partsTogether>["sums"]
  readonly items: ReturnType<typeof partsTogether>["items"]
  /** The twelve months with the number of their entries. */
  readonly months: ReadonlyArray<{ readonly start: LocalDate; readonly count: number }>
}

const mostRows = 5

const clockOf = (hour: number, minute: number) =>
  `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`

/** The subtitle of an entry, with the miles of a run in the reader's units. */
const subtitleFor = (audience: Audience, domain: string, subtitle: string): string => {
  const [, miles] = /^([\d.]+) mi$/.exec(domain === "running" ? subtitle : "") ?? []
  return miles === undefined || audience.units === "mi"
    ? subtitle
    : `${inUnits(Number(miles), audience).toFixed(2)} km`
}

/** The entries of a day as rows, earliest first: of each domain the first one before the second of any. */
const rowsOf = Effect.fnUntraced(function* (
  journals: ReadonlyArray<Journals.DomainJournal>,
  day: LocalDate,
  audience: Audience,
) {
  const zone = yield* DateTime.CurrentTimeZone
  const entries = yield* Journals.entriesOf(journals, ({ journal }) => journal.entriesOn([day]))
  const seen = new Map<string, number>()
  const ranked = entries
    .filter(({ title }) => title !== "")
    .map((entry) => {
      const rank = seen.get(entry.domain) ?? 0
      seen.set(entry.domain, rank + 1)
      return { entry, rank }
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, mostRows)
    .map(({ entry }) => entry)
    .toSorted((one, other) => one.at - other.at)
  return ranked.map(({ at, dayOnly, domain, imageUrl, subtitle, title }): Row => {
    const { hour, minute } = DateTime.toParts(DateTime.makeZonedUnsafe(at, { timeZone: zone }))
    return {
      item: { title, maker: subtitle, imageUrl, kind: domain === "places" ? "place" : "cover" },
      title,
      text: [dayOnly ? "" : clockOf(hour, minute), subtitleFor(audience, domain, subtitle)]
        .filter((part) => part !== "")
        .join(" · "),
    }
  })
})

/** Reads the stories of years over the domains of a list. */
export const makeReadStory = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) => {
  const journaled = journaledIn(domains)
  const reviewTypes = new Map(domains.map((routes) => [routes.domain.name as string, routes.reviewTypes]))
  const partOf = new Map(domains.map(({ domain, yearPart }) => [domain.name as string, yearPart]))

  const readPart = Effect.fnUntraced(function* (
    { review, ...own }: Journals.DomainYear,
    journal: Journal,
    audience: Audience,
  ) {
    // A list does not say what its domains' reviews are: each domain's own function takes its own.
    const make = partOf.get(own.domain) as MakeYearPart<unknown> | undefined
    if (make === undefined || own.count === 0) return []
    const range = yield* untilToday(yield* wholeYears(own.year))
    const { domain } = own
    return [
      yield* make({
        ...own,
        review: yield* visibleReview(domain, review, reviewTypes.get(domain) ?? {}),
        journal: visibleJournal(domain, journal),
        range,
        audience,
      }),
    ]
  })

  return Effect.fn("Story.read")(function* (asked: number, audience: Audience) {
    const journals = yield* Effect.forEach(journaled, ({ journal, name, review }) =>
      Effect.map(journal, (one) => ({ domain: name, journal: one, review })),
    )
    const review = yield* Journals.yearInReview<DomainServices<Routes["domain"]>>(journals, asked)
    const parts = yield* Effect.forEach(review.domains, (own) => {
      const journal = journals.find(({ domain }) => domain === own.domain)?.journal
      return journal === undefined ? Effect.succeed([]) : readPart(own, journal, audience)
    })
    const { activeDays, busiestDay, longestStreak, months, year } = review
    const day = audience.isPublic ? undefined : busiestDay.start
    const { texts } = audience
    const facts = {
      year,
      texts,
      activeDays,
      longestStreak: longestStreak.days,
      fullestDay: day === undefined ? undefined : { day, rows: yield* rowsOf(journals, day, audience) },
      parts: parts.flat(),
    }
    const story: Story = {
      year,
      texts,
      cards: storyOf(facts),
      ...partsTogether(facts.parts),
      months: months.map(({ count, start }) => ({ start, count })),
    }
    return story
  })
}
