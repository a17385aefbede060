import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { Answer, Entry } from "../data/answers.ts"
import { useRead } from "../data/useRead.ts"
import { dayOf, fullDay, longDay, today } from "../format.ts"
import { messages } from "../messages.ts"
import { EntryLine } from "./entries.tsx"
import { Empty, Shown } from "./shown.tsx"

type Feed = Answer<"journal", "feed">

/** A page of a feed that was reached: how it is asked for, and how high it stands. */
interface Reached {
  readonly cursor: string
  /** The day that the page before ends with. */
  readonly dayBefore: string
  height: number
}

const pageSize = 60
/** Pixels around the window within which pages are drawn. */
const around = "1600px 0px"

// Going back to a feed finds it as long as it was left. Few are kept.
const reachedOf = new Map<string, ReadonlyArray<Reached>>()
const mostFeeds = 20

const dayOfEntry = ({ at, day_only: dayOnly }: Entry) => (dayOnly ? at.slice(0, 10) : dayOf(at))

const byDay = (entries: ReadonlyArray<Entry>) => {
  const days: Array<{ readonly day: string; readonly entries: Array<Entry> }> = []
  for (const entry of entries) {
    const day = dayOfEntry(entry)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

interface FeedPageProps {
  readonly query: string
  readonly page: Reached
  readonly isLast: boolean
  readonly onNext: (cursor: string, lastDay: string) => void
}

/** One page of a feed. Far from the window it is an empty box of the same height, and nothing of it is in memory. */
const FeedPage = ({ isLast, onNext, page, query }: FeedPageProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(page.height === 0)
  const path = `/v1/feed?${query}limit=${pageSize}${page.cursor === "" ? "" : `&cursor=${page.cursor}`}`
  const read = useRead<Feed>(near ? path : undefined)

  useEffect(() => {
    if (box.current === null) return undefined
    const observer = new IntersectionObserver(([seen]) => setNear(seen?.isIntersecting === true), {
      rootMargin: around,
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    if (near && read.data !== undefined && box.current !== null) page.height = box.current.offsetHeight
  })

  useEffect(() => {
    if (!near || !isLast || read.data === undefined || read.data.next_cursor === "") return
    const last = read.data.data.at(-1)
    onNext(read.data.next_cursor, last === undefined ? "" : dayOfEntry(last))
  }, [near, isLast, read.data])

  if (!near) return <div ref={box} style={{ height: `${page.height}px` }} />
  return (
    <div ref={box}>
      <Shown path={path} read={read} lines={10}>
        {({ data, next_cursor: next }) => (
          <>
            {data.length === 0 && page.cursor === "" ? <Empty hint={messages.states.emptyHint} /> : undefined}
            {byDay(data).map(({ day, entries }) => (
              <section key={day} class="day">
                {day === page.dayBefore ? undefined : (
                  <h2>{day.slice(0, 4) === today().slice(0, 4) ? longDay(day) : fullDay(day)}</h2>
                )}
                <ul class="entries">
                  {entries.map((entry) => (
                    <EntryLine key={`${entry.domain} ${entry.id}`} entry={entry} />
                  ))}
                </ul>
              </section>
            ))}
            {next === "" && data.length > 0 ? <p class="quiet day-end">{messages.feed.end}</p> : undefined}
          </>
        )}
      </Shown>
    </div>
  )
}

const first: Reached = { cursor: "", dayBefore: "", height: 0 }

/** A feed without an end, by days. `query` narrows it: `domains=reading&`. It never holds more than a few pages at a time. */
export const FeedOf = ({ query }: { readonly query: string }) => {
  const [pages, setPages] = useState<ReadonlyArray<Reached>>(() => reachedOf.get(query) ?? [{ ...first }])
  useEffect(() => {
    reachedOf.delete(query)
    reachedOf.set(query, pages)
    const [oldest] = reachedOf.keys()
    if (reachedOf.size > mostFeeds && oldest !== undefined) reachedOf.delete(oldest)
  }, [query, pages])
  return (
    <>
      {pages.map((page, at) => (
        <FeedPage
          key={page.cursor}
          query={query}
          page={page}
          isLast={at === pages.length - 1}
          onNext={(cursor, dayBefore) =>
            setPages((now) =>
              now.at(-1)?.cursor === page.cursor ? [...now, { cursor, dayBefore, height: 0 }] : now,
            )
          }
        />
      ))}
    </>
  )
}
