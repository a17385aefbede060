import { useState } from "preact/hooks"
import { readAgain } from "../../data/cache.ts"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, number, percent, today } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { FallbackNote, periodName } from "../../parts/periods/comparedPeriod.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Tile } from "../../parts/lists/tile.tsx"
import type { Address } from "../../router.tsx"
import { aboutOf, articlePath, titleOf } from "./articleLine.tsx"
import { ReadingHead } from "./head.tsx"
import { type Highlight, sourcePath } from "./quote.tsx"
import { ReadingTime } from "./time.tsx"

const { reading } = messages

export type ReadingOverview = Answer<"reading", "overview">
type InHand = ReadingOverview["in_hand"][number]

/** How much of a book or an article was read, in its pages or minutes; without them only as a part. */
const Progress = ({ one: { estimated_read_min: minutes, pages, progress } }: { readonly one: InHand }) => {
  if (progress <= 0) return undefined
  const of = (all: number) => Math.round(progress * all)
  return (
    <>
      <span class="progress" aria-hidden="true">
        <i style={{ width: percent(Math.min(1, progress)) }} />
      </span>
      <span class="small">
        <b>{percent(progress)}</b>{" "}
        <span class="quiet">
          {pages > 0
            ? reading.pagesRead(of(pages), pages)
            : minutes > 0
              ? reading.minutesRead(of(minutes), minutes)
              : ""}
        </span>
      </span>
    </>
  )
}

const InHandCard = ({ one }: { readonly one: InHand }) => (
  <li>
    <a class="card in-hand" href={itemPath("reading", { type: one.kind, id: one.id }).slice(1)}>
      <Tile
        name={one.title}
        by={one.author === "" ? one.site_name : one.author}
        image={one.image}
        kind={one.kind === "book" ? "book" : "cover"}
        size="medium"
      />
      <span class="in-hand-words">
        <span class="kicker">
          {one.progress >= 0.85
            ? reading.nearlyThere
            : one.progress > 0 && one.progress <= 0.25
              ? reading.justBegun
              : reading.now}
        </span>
        <b class="in-hand-title" dir="auto">
          {one.title === "" ? reading.untitled : one.title}
        </b>
        <span class="quiet small" dir="auto">
          {one.author === "" ? one.site_name : one.author}
        </span>
        <Progress one={one} />
      </span>
    </a>
  </li>
)

const Shelf = ({ overview: { period, shelf, totals } }: { readonly overview: ReadingOverview }) => {
  if (shelf.pagination.total === 0) return undefined
  // Without a book in the period these are the last of all.
  const isOfPeriod = totals.books > 0
  return (
    <section>
      <header class="section">
        <h2>{isOfPeriod ? reading.readIn(periodName(period)) : reading.lastBooks}</h2>
        <a class="small" href="reading/books">
          {isOfPeriod
            ? [reading.booksOf(totals.books), totals.pages === 0 ? "" : reading.pagesOf(totals.pages)]
                .filter((part) => part !== "")
                .join(", ")
            : reading.allBooks}
        </a>
      </header>
      <ul class="shelf">
        {shelf.data.map((book) => (
          <li key={book.id}>
            <a href={itemPath("reading", { type: "book", id: book.id }).slice(1)} title={book.title}>
              <Tile name={book.title} by={book.author} image={book.image} kind="book" size="medium" />
              <span class="hidden">{book.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const random = "/v1/reading/highlights/random"

/** The passage of the day, and others by chance. */
const Kept = ({ ofDay }: { readonly ofDay: Highlight }) => {
  const [isOther, setOther] = useState(false)
  const { data, reading: asks } = useRead<Highlight>(isOther ? random : undefined)
  const one = data ?? ofDay
  const years =
    one.highlighted_at === ""
      ? 0
      : Number(today().slice(0, 4)) - Number(dayOf(one.highlighted_at).slice(0, 4))
  return (
    <section class="card kept">
      <header class="card-head">
        <h2 class="kicker">
          <span class="dot" aria-hidden="true" />
          {years === 0 ? reading.kept : reading.keptAgo(messages.home.yearsAgo(years))}
        </h2>
        <button
          type="button"
          class="plain"
          disabled={asks}
          onClick={() => (isOther ? readAgain(random) : setOther(true))}
        >
          {reading.another}
        </button>
      </header>
      <div aria-live="polite">
        <blockquote>{one.text}</blockquote>
        <p class="quiet small">
          <a href={sourcePath(one).slice(1)}>{titleOf(one.article)}</a>
        </p>
      </div>
    </section>
  )
}

const Later = ({ later: { data, pagination } }: { readonly later: ReadingOverview["later"] }) => (
  <section class="card">
    <header class="card-head">
      <h2>{reading.later}</h2>
      <a class="small" href="reading/articles?status=unread">
        {reading.allOf(number(pagination.total))}
      </a>
    </header>
    <ul class="later">
      {data.map((one) => (
        <li key={one.id}>
          <a href={articlePath(one.id).slice(1)}>
            <Tile
              name={titleOf(one)}
              by={one.site_name === "" ? one.domain : one.site_name}
              image={one.image}
              kind="place"
            />
            <span class="entry-text">
              <span class="entry-title" dir="auto">
                {titleOf(one)}
              </span>
              <span class="quiet" dir="auto">
                {aboutOf(one)}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

const shownDays = 30

/** The first of the last thirty days. */
const firstDay = () => dayOf(Date.now() - (shownDays - 1) * 86_400_000)

/** What is in hand, the shelf of the year, a kept passage, and what waits. */
const Reading = ({ query }: Address) => {
  const year = today().slice(0, 4)
  const path = `/v1/reading/overview?period=${year}`
  const read = useRead<ReadingOverview>(path)
  return (
    <div class="hue-reading">
      <ReadingHead />
      <Shown path={path} read={read} lines={12}>
        {(overview) => {
          const { count, in_hand: inHand, kept, later } = overview
          if (count === 0 && inHand.length === 0 && later.pagination.total === 0) return <NothingYet />
          return (
            <>
              {inHand.length === 0 ? undefined : (
                <section>
                  <h2 class="hidden">{reading.now}</h2>
                  <ul class="in-hands">
                    {inHand.map((one) => (
                      <InHandCard key={one.id} one={one} />
                    ))}
                  </ul>
                </section>
              )}
              <ReadingTime by="day" range={`from=${firstDay()}`} title={reading.lastDays(shownDays)} />
              {count === 0 ? undefined : <FallbackNote compared={overview} query={query} asked={year} />}
              <Shelf overview={overview} />
              <div class="halves">
                {kept === undefined ? undefined : <Kept ofDay={kept} />}
                {later.pagination.total === 0 ? undefined : <Later later={later} />}
              </div>
            </>
          )
        }}
      </Shown>
    </div>
  )
}

export default Reading
