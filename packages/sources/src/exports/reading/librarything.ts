import { isbnIn, type SavedArticle } from "@daybook/reading"
import { table } from "../columns.ts"
import type { CsvFormat } from "../formats.ts"
import { book } from "./books.ts"
import { tagsIn } from "./saved.ts"

/** Collections that every account has. Those that people make are tags. */
const given =
  /^(your library|all collections|to read|currently reading|wishlist|read but unowned|favorites)$/i

/** The ISBNs of `[0306406152]` and `0306406152, 9780306406157`, those of 13 digits first. */
const isbnsIn = (text: string): ReadonlyArray<string> =>
  tagsIn(text.replace(/[[\]]/g, ""), ",")
    .map(isbnIn)
    .toSorted((one, other) => other.length - one.length)

/** LibraryThing's table, with tabs between its columns. */
export const librarything: CsvFormat<SavedArticle> = {
  name: "LibraryThing",
  read: table(["book id", "title", "primary author", "collections", "entry date"], (field) => {
    const collections = tagsIn(field("collections"), ",")
    const isIn = (name: RegExp) => collections.some((collection) => name.test(collection))
    const isRead = field("date read") !== "" || isIn(/^read but unowned$/i)
    const isOpen = field("date started") !== "" || isIn(/^currently reading$/i)
    // Written "Quarry, Ida".
    const [, last, first] = /^([^,]+), ([^,]+)$/.exec(field("primary author")) ?? []
    return book({
      title: field("title"),
      author: last === undefined ? field("primary author") : `${first} ${last}`,
      url: /^\d+$/.test(field("work id")) ? `https://www.librarything.com/work/${field("work id")}` : "",
      isbn: isbnsIn(`${field("isbns")},${field("isbn")}`)[0] ?? "",
      pages: field("page count"),
      year: field("date"),
      status: isRead ? "finished" : isOpen ? "reading" : "unread",
      rating: field("rating"),
      review: field("review").replaceAll("[Return]", "\n"),
      tags: [...tagsIn(field("tags"), ","), ...collections.filter((collection) => !given.test(collection))],
      addedAt: field("entry date"),
      startedAt: field("date started"),
      finishedAt: field("date read"),
    })
  }),
}
