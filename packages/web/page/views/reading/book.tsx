import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay, minutes, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Hero } from "../../parts/hero.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Stars } from "../../parts/stars.tsx"
import { Time } from "../../parts/periods/time.tsx"
import { type Address, withQuery } from "../../router.tsx"
import type { Book } from "./books.tsx"
import { ReadingHead } from "./head.tsx"
import { Quote } from "./quote.tsx"
import { ReadingTime } from "./time.tsx"

const { reading } = messages

// Books know days: noon of them in UTC.
const day = (instant: string) => (instant === "" ? "" : fullDay(instant.slice(0, 10)))

const mostShown = 12

/** The latest sessions with a book, and its passages. */
const Read = ({ id }: { readonly id: number }) => {
  const sessions = useRead<Answer<"reading", "sessions">>(
    `/v1/reading/sessions?book_id=${id}&limit=${mostShown}`,
  )
  const passages = useRead<Answer<"reading", "highlights">>(
    `/v1/reading/highlights?article_id=${id}&limit=${mostShown}`,
  )
  const { data: read = [] } = sessions.data ?? {}
  const { data: kept = [], pagination } = passages.data ?? {}
  return (
    <>
      <ReadingTime by="day" range={`book_id=${id}`} title={reading.timeRead} />
      {read.length === 0 ? undefined : (
        <section>
          <h2>{reading.sessions}</h2>
          <ul class="lines">
            {read.map(({ minutes: length, pages, started_at: at }) => (
              <li key={at}>
                <span>
                  {minutes(length)} · {reading.pagesOf(pages)}
                </span>
                <span class="quiet small">
                  <Time at={at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {kept.length === 0 ? undefined : (
        <section>
          <header class="section">
            <h2>{reading.highlights}</h2>
            <a class="small" href={`reading/highlights?article_id=${id}`}>
              {reading.allOf(number(pagination?.total ?? 0))}
            </a>
          </header>
          <ul class="quotes">
            {kept.map((one) => (
              <li key={one.id}>
                <Quote one={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const BookView = ({ params }: Address) => {
  const path = `/v1/reading/books/${encodeURIComponent(params["id"] ?? "")}`
  const book = useRead<Book>(path)
  return (
    <div class="hue-reading">
      {book.data === undefined ? <ReadingHead title={reading.books} /> : undefined}
      <Shown path={path} read={book} lines={8}>
        {(one) => (
          <>
            <Hero
              name={one.title}
              by={one.author}
              image={one.image}
              kind="book"
              kick={[
                reading.book,
                one.year === 0 ? "" : String(one.year),
                one.pages === 0 ? "" : reading.pagesOf(one.pages),
                reading.bookStatuses[one.status],
              ]
                .filter((part) => part !== "")
                .join(" · ")}
              actions={
                <>
                  {/^https?:/.test(one.url) ? (
                    <a class="button" href={one.url} target="_blank" rel="noopener noreferrer">
                      {reading.readAt}
                    </a>
                  ) : undefined}
                  <Correct domain="reading" type="book" id={one.id} name={one.title} values={one} />
                </>
              }
            >
              {one.author === "" ? undefined : (
                <p>
                  <a href={withQuery("/reading/books", { author: one.author }).slice(1)}>{one.author}</a>
                </p>
              )}
              {one.rating === 0 ? undefined : (
                <p>
                  <Stars value={one.rating} />
                </p>
              )}
            </Hero>
            <Facts
              facts={[
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
            </div>
            {one.review === "" ? undefined : (
              <section>
                <h2>{reading.review}</h2>
                <p class="review">{one.review}</p>
              </section>
            )}
            <Read id={one.id} />
          </>
        )}
      </Shown>
    </div>
  )
}

export default BookView
