import { type Item, type Row, summed, type YearCard, type YearPart } from "./card.ts"
import { cardNames } from "../../wire/yearCards.ts"
import type { StoryTexts } from "./texts/index.ts"

/** A year as far as its story follows from all domains together. */
export interface YearFacts {
  readonly year: number
  readonly activeDays: number
  readonly longestStreak: number
  /** YYYY-MM-DD; undefined in a year without entries, and where no one may know. */
  readonly fullestDay: { readonly day: string; readonly rows: ReadonlyArray<Row> } | undefined
  /** The parts of the domains with entries, in the order of the API. */
  readonly parts: ReadonlyArray<YearPart>
  readonly texts: StoryTexts
}

/** With fewer cards a year has no story, only its page. */
export const fewestCards = 4

/** The most items of a wall, and the most totals. */
const mostItems = 36
const mostSums = 6

/** Takes from each list in turn, so that no domain fills a wall. */
const inTurn = (lists: ReadonlyArray<ReadonlyArray<Item>>): ReadonlyArray<Item> => {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const mixed = Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat()
  return [...new Map(mixed.map((item) => [`${item.title}\n${item.maker}`, item])).values()].slice(
    0,
    mostItems,
  )
}

const fullestDayCard = ({ fullestDay, texts }: YearFacts): ReadonlyArray<YearCard> =>
  fullestDay === undefined || fullestDay.rows.length < 3
    ? []
    : [
        {
          name: "fullest-day",
          label: texts.fullestDay.label,
          figure: texts.fullestDay.day(fullestDay.day),
          headline: "",
          text: "",
          picture: { kind: "rows", shrinks: false, rows: fullestDay.rows },
        },
      ]

/** The items that stand for a year, and its totals. */
export const partsTogether = (parts: ReadonlyArray<YearPart>) => ({
  items: inTurn(parts.map(({ items }) => items)),
  sums: parts.flatMap(({ sums }) => sums).slice(0, mostSums),
})

/**
 * The story of a year: up to ten cards, each with something to say. A year with less than `fewestCards` to tell has
 * none.
 */
export const storyOf = (facts: YearFacts): ReadonlyArray<YearCard> => {
  const { activeDays, longestStreak, parts, texts, year } = facts
  const { items, sums } = partsTogether(parts)
  if (items.length === 0 || sums.length === 0) return []
  const cover: YearCard = {
    name: "cover",
    label: texts.cover.label,
    figure: String(year),
    headline: "",
    text: texts.cover.text(sums.map(summed)),
    picture: { kind: "wall", items, ratio: 1 },
  }
  const almanac: YearCard = {
    name: "almanac",
    label: texts.almanac.label,
    figure: String(year),
    headline: "",
    text: texts.almanac.text(activeDays, longestStreak),
    picture: { kind: "sums", sums, items },
  }
  const place = ({ name }: YearCard) => cardNames.indexOf(name)
  const cards = [cover, ...parts.flatMap((part) => part.cards), ...fullestDayCard(facts), almanac]
  return cards.length < fewestCards ? [] : cards.toSorted((one, other) => place(one) - place(other))
}
