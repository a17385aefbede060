import { type EpochMillis, utcDayOf } from "@daybook/kernel"
import { type PageRead, type SavedItem } from "@daybook/reading"
import { type BooksDemo, demoBooks } from "./books.ts"
import { mix, Random } from "./random.ts"

const dayMillis = 86_400_000
const secondMillis = 1_000

/** Nine in the evening, UTC. */
const eveningOf = (time: EpochMillis): EpochMillis => Date.parse(`${utcDayOf(time)}T21:00:00Z`)

/** The last books that were begun, as a reading device has them: each with its pages of most evenings. */
export function* demoBookPages(asked: BooksDemo): Generator<SavedItem, void> {
  const begun = [...demoBooks(asked)].filter(({ firstOpenedAt }) => firstOpenedAt !== undefined).slice(-20)
  for (const [index, book] of begun.entries()) {
    const random = new Random(mix(mix(asked.seed ?? 1, 23), index))
    const { firstOpenedAt = asked.until, movedAt = asked.until } = book
    // One that is being read has its end ahead.
    const last = book.status === "reading" ? Math.ceil(book.pages * 0.6) : book.pages
    const pages: Array<PageRead> = []
    for (let evening = eveningOf(firstOpenedAt); evening < movedAt; evening += dayMillis) {
      if (!random.chance(0.7)) continue
      let startedAt = evening + random.index(5_400) * secondMillis
      for (let turned = 8 + random.index(25); turned > 0; turned--) {
        const seconds = 35 + random.index(60)
        const page = pages.length + 1
        if (page > last || startedAt + seconds * secondMillis >= asked.until) break
        pages.push({ bookSourceId: book.sourceId, page, startedAt, seconds })
        startedAt += seconds * secondMillis
      }
    }
    yield {
      ...book,
      document: `demo-${index}`,
      progress: book.status === "finished" ? 1 : Math.min(1, pages.length / book.pages),
      lastOpenedAt: pages.at(-1)?.startedAt,
    }
    yield* pages
  }
}
