import type { ReadingReview } from "@daybook/reading"
import * as Effect from "effect/Effect"
import { type Item, sumOf, type YearCard } from "../../cards/year/card.ts"
import type { OwnYear } from "../../cards/year/part.ts"
import type { StoryTexts } from "../../cards/year/texts/index.ts"

// A year of many articles has a few books among its entries.
const mostEntries = 5_000

const booksCard = (
  { articles, books, minutes, pages }: ReadingReview,
  titles: ReadonlyArray<string>,
  { counted, reading }: StoryTexts,
): YearCard => ({
  name: "books",
  label: reading.label,
  figure: counted(books),
  headline: reading.headline(books, pages),
  text: articles === 0 ? "" : reading.text(articles, Math.max(1, Math.round(minutes / 60))),
  picture: { kind: "pile", titles },
})

/** Reading's part of a year's story. */
export const readingYearPart = Effect.fnUntraced(function* ({
  audience: { texts },
  journal,
  range,
  review,
}: OwnYear<ReadingReview>) {
  const { articles, books } = review
  const read = books === 0 ? [] : yield* journal.entries(range, mostEntries)
  const finished = read.filter(({ kind, title }) => kind === "book" && title !== "")
  return {
    sums:
      books === 0
        ? sumOf(texts, "reading", articles, texts.reading.articles)
        : sumOf(texts, "reading", books, texts.reading.books),
    items: finished.map(({ imageUrl, subtitle, title }): Item => ({
      title,
      maker: subtitle,
      imageUrl,
      kind: "book",
    })),
    cards:
      finished.length < 2 ? [] : [booksCard(review, [...new Set(finished.map(({ title }) => title))], texts)],
  }
})
