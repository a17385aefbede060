import type { Answer } from "../../data/responses.ts"
import { askedBy, isOneOf, isText, isYear, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Chosen, Filters, Find, NoMatches, Order, YearField } from "../../parts/lists/filters.tsx"
import { Stars } from "../../parts/stars.tsx"
import { Wall } from "../../parts/lists/wall.tsx"
import { itemPath } from "../../items.ts"
import type { Address } from "../../router.tsx"
import { ReadingHead } from "./head.tsx"

const { reading } = messages

export type Book = Answer<"reading", "book">

const statuses = ["reading", "finished", "unread", "abandoned", "skipped"] as const

const sorts = (["finished", "saved", "title", "author", "rating", "pages", "year"] as const).map((value) => ({
  value,
  label: reading.bookSorts[value],
  reversed: value === "title" || value === "author" ? ("desc" as const) : ("asc" as const),
}))

const takes = {
  q: isText,
  status: isOneOf(statuses),
  author: isText,
  tag: isText,
  year: isYear,
  sort: isOneOf(sorts.map(({ value }) => value)),
  order: isOneOf(["asc", "desc"]),
}

/** Every book as a wall of covers. */
const Books = ({ query }: Address) => {
  const path = pathWithQuery("/v1/reading/books", askedBy(query, takes))
  const { data } = useRead<Answer<"reading", "books">>(firstPage(path))
  return (
    <div class="hue-reading">
      <ReadingHead title={reading.books} lead={lengthOf(data, reading.booksOf)} />
      <Find label={reading.findBooks} />
      <Choices
        label={reading.status}
        name="status"
        options={[
          { value: "", label: reading.everything },
          ...statuses.map((value) => ({ value, label: reading.bookStatuses[value] })),
        ]}
      />
      <Filters names={["author", "tag", "year", "sort", "order"]}>
        <Order sorts={sorts} />
        <YearField name="year" label={reading.published} />
        <Chosen name="author" label={reading.author} />
        <Chosen name="tag" label={reading.tag} />
      </Filters>
      <Endless<Book> path={path} empty={<NoMatches />}>
        {(books) => (
          <Wall
            kind="book"
            items={books.map((one) => ({
              key: one.id,
              to: itemPath("reading", { type: "book", id: one.id }),
              name: one.title,
              by: one.author,
              image: one.image,
              lead: (
                <>
                  {one.author}
                  {one.rating === 0 ? undefined : (
                    <span class="wall-stars">
                      <Stars value={one.rating} />
                    </span>
                  )}
                </>
              ),
            }))}
          />
        )}
      </Endless>
    </div>
  )
}

export default Books
