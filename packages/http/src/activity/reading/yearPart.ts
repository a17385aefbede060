import type { ReadingReview } from "@daybook/reading"
import * as Effect from "effect/Effect"
import type { Item, YearCard } from "../../cards/year/card.ts"
import type { OwnYear } from "../../cards/year/part.ts"
import { counted, texts } from "../../cards/year/texts.ts"

const { reading } = texts

// A year of many articles has a few books among its entries.
const mostEntries = 5_000

const booksCard = (
  { articles, books, minutes, pages }: ReadingReview,
  titles: ReadonlyArray<string>,
): YearCard => ({
  name: "books",
  label: reading.label,
  figure: counted(books),
  headline: reading.headline(books, pages),
  text: reading.text(articles, minutes),
  picture: { kind: "pile", titles },
})

/** Reading's part of a year's story. */
export const readingYearPart = Effect.fnUntraced(function* ({
  journal,
  range,
  review,
}: OwnYear<ReadingReview>) {
  const { articles, books } = review
  const read = books === 0 ? [] : yield* journal.entries(range, mostEntries)
  const finished = read.filter(({ kind, title }) => kind === "book" && title !== "")
  return {
    sums: [
      { domain: "reading", count: books, noun: reading.books(books) },
      ...(books === 0 ? [{ domain: "reading", count: articles, noun: reading.articles(articles) }] : []),
    ].filter(({ count }) => count > 0),
    items: finished.map(({ imageUrl, subtitle, title }): Item => ({
      title,
      maker: subtitle,
      imageUrl,
      kind: "book",
    })),
    cards: finished.length < 2 ? [] : [booksCard(review, [...new Set(finished.map(({ title }) => title))])],
  }
})
