import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Shown } from "../../parts/states.tsx"
import { Stars } from "../../parts/stars.tsx"
import { Tile } from "../../parts/tile.tsx"
import { Title } from "../../parts/title.tsx"
import { type Address, withQuery } from "../../router.tsx"
import type { Book } from "./books.tsx"
import { ReadingHead } from "./head.tsx"

const { reading } = messages

// Books know days: noon of them in UTC.
const day = (instant: string) => (instant === "" ? "" : fullDay(instant.slice(0, 10)))

const BookView = ({ params }: Address) => {
  const path = `/v1/reading/books/${encodeURIComponent(params["id"] ?? "")}`
  const book = useRead<Book>(path)
  return (
    <div class="hue-reading">
      {book.data === undefined ? <ReadingHead title={reading.books} /> : undefined}
      <Shown path={path} read={book} lines={8}>
        {(one) => (
          <>
            <div class="thing">
              <Tile name={one.title} by={one.author} image={one.image} kind="book" size="medium" />
              <div>
                <Title
                  title={one.title}
                  lead={
                    <>
                      {one.author === "" ? undefined : (
                        <a href={withQuery("/reading/books", { author: one.author }).slice(1)}>
                          {one.author}
                        </a>
                      )}
                      {one.year === 0 ? "" : `${one.author === "" ? "" : " · "}${one.year}`}
                    </>
                  }
                >
                  <Correct domain="reading" type="book" id={one.id} name={one.title} values={one} />
                </Title>
                <Facts
                  facts={[
                    [reading.status, reading.bookStatuses[one.status]],
                    [reading.rating, one.rating === 0 ? "" : <Stars value={one.rating} />],
                    [reading.facts.pages, one.pages === 0 ? "" : number(one.pages)],
                    [reading.started, day(one.started_at)],
                    [reading.finished, day(one.finished_at)],
                    [reading.added, one.saved_at === "" ? "" : fullDay(dayOf(one.saved_at))],
                    [reading.timesRead, one.times_read > 1 ? number(one.times_read) : ""],
                    [reading.isbn, one.isbn],
                  ]}
                />
                <div class="chips">
                  {one.tags.map((tag) => (
                    <a key={tag} class="chip" href={withQuery("/reading/books", { tag }).slice(1)}>
                      {tag}
                    </a>
                  ))}
                  {/^https?:/.test(one.url) ? (
                    <a class="button" href={one.url} target="_blank" rel="noopener noreferrer">
                      {reading.readAt}
                    </a>
                  ) : undefined}
                </div>
              </div>
            </div>
            {one.review === "" ? undefined : (
              <section>
                <h2>{reading.review}</h2>
                <p class="review">{one.review}</p>
              </section>
            )}
          </>
        )}
      </Shown>
    </div>
  )
}

export default BookView
