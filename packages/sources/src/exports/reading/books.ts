import type { EpochMillis } from "@daybook/kernel"
import { savedBook, type BookInput } from "@daybook/reading"
import { reviewInExport } from "../../letterboxd/reviewText.ts"
import { parseTime } from "../times.ts"
import type { ArticleReading } from "./saved.ts"

/** The fields of a book as a file has them: texts; "" is unknown. */
export interface BookFields {
  readonly title: string
  readonly author: string
  readonly status: BookInput["status"]
  readonly isbn?: string
  readonly url?: string
  readonly tags?: ReadonlyArray<string>
  readonly pages?: string
  readonly year?: string
  readonly rating?: string
  /** As HTML or as typed. */
  readonly review?: string
  readonly timesRead?: string
  readonly addedAt?: string
  readonly startedAt?: string
  readonly finishedAt?: string
}

const partOfDate = /^\d{4}([/-]\d{1,2})?$/

/** Noon UTC of a day such as `2024/03/09`; undefined for only a month or a year, and "bad" for anything else. */
const dayIn = (text: string): EpochMillis | undefined | "bad" => {
  const [, year = "", month = "", day = ""] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})/.exec(text.trim()) ?? []
  if (year !== "")
    return parseTime(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")} 12:00`) ?? "bad"
  return text.trim() === "" || partOfDate.test(text.trim()) ? undefined : "bad"
}

const numberIn = (text: string): number => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : 0)

/** The book of a row, or what is wrong with it. */
export const book = ({
  addedAt = "",
  finishedAt = "",
  pages = "",
  rating = "",
  review = "",
  startedAt = "",
  status,
  timesRead = "",
  year = "",
  ...fields
}: BookFields): ArticleReading => {
  if (fields.title.trim() === "") return { problem: "no title" }
  if (!/^([0-5](\.\d+)?)?$/.test(rating.trim())) return { problem: "a rating that cannot be read" }
  const [added, started, finished] = [addedAt, startedAt, finishedAt].map(dayIn)
  if (added === "bad" || started === "bad" || finished === "bad")
    return { problem: "a date that cannot be read" }
  return {
    item: savedBook({
      ...fields,
      status,
      pages: numberIn(pages),
      publishedYear: numberIn(year),
      rating: numberIn(rating),
      review: reviewInExport(review),
      timesRead: Math.max(numberIn(timesRead), status === "finished" ? 1 : 0),
      addedAt: added,
      startedAt: started,
      finishedAt: finished,
    }),
  }
}
