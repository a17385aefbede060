import { isbnIn, type ReadingStatus, type SavedArticle } from "@daybook/reading"
import { table } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { book } from "./books.ts"
import { tagsIn } from "./saved.ts"

const statuses: Readonly<Record<string, ReadingStatus>> = {
  read: "finished",
  "currently-reading": "reading",
  paused: "reading",
  "did-not-finish": "abandoned",
  "to-read": "unread",
}

/** The last of the readings `2021/01/01-2021/01/15, 2024/03/01-2024/03/09`; one may lack its beginning. */
const lastReading = (dates: string): readonly [started: string, finished: string] => {
  const readings = tagsIn(dates, ",").map((reading) => reading.split("-").map((day) => day.trim()))
  const endOf = ([started = "", finished = started]: ReadonlyArray<string>) => finished || started
  const [last] = readings.toSorted((one, other) => (endOf(one) < endOf(other) ? 1 : -1))
  if (last === undefined) return ["", ""]
  return last.length === 1 ? ["", endOf(last)] : [last[0] ?? "", last[1] ?? ""]
}

/** StoryGraph's CSV. Its ids are ISBNs or its own, and stars come in quarters. */
export const storygraphCsv: ReadCsv<SavedArticle> = table(
  ["title", "authors", "isbn/uid", "read status", "star rating"],
  (field) => {
    const told = field("read status")
    const status = statuses[told]
    if (status === undefined)
      return { problem: `the read status ${JSON.stringify(told.slice(0, 50))} is not known` }
    const [startedAt, finishedAt] = lastReading(field("dates read"))
    return book({
      title: field("title"),
      author: field("authors"),
      isbn: isbnIn(field("isbn/uid")),
      status,
      rating: field("star rating"),
      review: field("review"),
      tags: tagsIn(field("tags"), ","),
      timesRead: field("read count"),
      addedAt: field("date added"),
      startedAt,
      finishedAt: field("last date read") || finishedAt,
    })
  },
)
