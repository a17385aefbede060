import type { ComponentChildren } from "preact"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { useRead } from "../../data/useRead.ts"
import { EmptyState, Shown } from "../notices/states.tsx"

/** A list of the API, which continues by a cursor or by the number of its next page. */
export interface Listed<One> {
  readonly data: ReadonlyArray<One>
  readonly next_cursor?: string
  readonly pagination?: { readonly page: number; readonly total: number; readonly total_pages: number }
}

/** A page of a list that was reached: its request, and its height. */
interface Reached {
  /** The part of the address that requests it; "" for the first. */
  readonly more: string
  /** The group that the page before ends with. */
  readonly groupBefore: string
  height: number
}

// Divides evenly into rows of 2 to 6.
const pageSize = 60
/** Pixels around the window within which pages are drawn. */
const around = "1600px 0px"
/** The items of a page that one frame draws: a slow phone scrolls on meanwhile. */
const itemsPerFrame = 15

// Going back to a list finds it as long as it was left. Few are stored.
const reachedOf = new Map<string, ReadonlyArray<Reached>>()
const maxLists = 20

/** The address of the first page of a list, for the view that reports how long the list is. */
export const firstPage = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}limit=${pageSize}`

/** How long a list is, above it. Its place is kept until that is known, and if there is nothing. */
export const lengthOf = (list: Listed<unknown> | undefined, words: (total: number) => string): string => {
  const total = list?.pagination?.total ?? 0
  return total === 0 ? "\u00a0" : words(total)
}

const moreOf = ({ next_cursor: cursor = "", pagination }: Listed<unknown>): string => {
  if (cursor !== "") return `&cursor=${cursor}`
  return pagination === undefined || pagination.page >= pagination.total_pages
    ? ""
    : `&page=${pagination.page + 1}`
}

const grouped = <One,>(data: ReadonlyArray<One>, groupOf: (one: One) => string) => {
  const groups: Array<{ readonly group: string; readonly items: Array<One> }> = []
  for (const one of data) {
    const group = groupOf(one)
    const last = groups.at(-1)
    if (last?.group === group) last.items.push(one)
    else groups.push({ group, items: [one] })
  }
  return groups
}

interface EndlessProps<One, Read> {
  /** The address of the list: `/v1/reading/articles?status=unread`. */
  readonly path: string
  /** Distinguishes lists with the same URL. */
  readonly name?: string
  /** The list in the response, where the response is more than the list. */
  readonly listOf?: (read: Read) => Listed<One>
  /** The group of an item, such as its day. Items of one group are together. */
  readonly groupOf?: (one: One) => string
  /** The words above a group. */
  readonly headingOf?: (group: string) => string
  /** Shown after the last item. */
  readonly end?: string
  /** Shown if the list is empty. */
  readonly empty?: ComponentChildren
  /** The items of one group on one page, as a list. */
  readonly children: (items: ReadonlyArray<One>) => ComponentChildren
}

interface PageProps<One, Read> extends EndlessProps<One, Read> {
  readonly page: Reached
  /** The page after this one has changed; `more` is "" if there is none. */
  readonly onNext: (more: string, lastGroup: string) => void
}

const noGroup = () => ""

interface RowsProps<One> extends Pick<
  EndlessProps<One, unknown>,
  "children" | "empty" | "end" | "groupOf" | "headingOf"
> {
  readonly list: Listed<One>
  readonly page: Reached
  readonly onDrawn: () => void
}

/** The items of a page, some more with each frame. */
const Rows = <One,>(props: RowsProps<One>) => {
  const {
    children,
    empty = <EmptyState />,
    end = "",
    groupOf = noGroup,
    headingOf,
    list,
    onDrawn,
    page,
  } = props
  const [drawn, setDrawn] = useState(itemsPerFrame)
  const isWhole = drawn >= list.data.length
  useEffect(() => {
    if (isWhole) return onDrawn()
    const frame = requestAnimationFrame(() => setDrawn(drawn + itemsPerFrame))
    return () => cancelAnimationFrame(frame)
  }, [drawn, isWhole])
  if (list.data.length === 0 && page.more === "") return <>{empty}</>
  return (
    <div aria-busy={isWhole ? undefined : true}>
      {grouped(list.data.slice(0, drawn), groupOf).map(({ group, items }) => (
        <section key={group} class={headingOf === undefined ? "" : "day"}>
          {headingOf === undefined || group === page.groupBefore ? undefined : <h2>{headingOf(group)}</h2>}
          {children(items)}
        </section>
      ))}
      {end !== "" && isWhole && moreOf(list) === "" ? <p class="quiet day-end">{end}</p> : undefined}
    </div>
  )
}

/** One page of a list. Far from the window it is an empty box of the same height, and nothing of it is in memory. */
const Page = <One, Read>(props: PageProps<One, Read>) => {
  const { children, groupOf = noGroup, listOf, onNext, page } = props
  const box = useRef<HTMLDivElement>(null)
  const isDrawn = useRef(false)
  const [near, setNear] = useState(page.height === 0 && page.more === "")
  const path = firstPage(props.path) + page.more
  const read = useRead<Read>(near ? path : undefined)
  const list = read.data === undefined ? undefined : (listOf?.(read.data) ?? (read.data as Listed<One>))

  // Once its items are painted its height is known, and is not computed for this.
  const onDrawn = () => {
    isDrawn.current = true
    page.height = box.current?.offsetHeight ?? 0
  }

  useEffect(() => {
    if (box.current === null) return undefined
    // A busy browser reports several changes at once, the newest last.
    const observer = new IntersectionObserver(
      (seen) => {
        const now = seen.at(-1)?.isIntersecting === true
        if (!now) isDrawn.current = false
        setNear(now)
      },
      { rootMargin: around },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!near || list === undefined) return
    const last = list.data.at(-1)
    onNext(moreOf(list), last === undefined ? "" : groupOf(last))
  }, [near, read.data])

  // A page that is added draws none of the others again.
  const shown = useMemo(
    () =>
      near ? (
        <Shown path={path} read={read} lines={10}>
          {() => list && <Rows {...props} list={list} onDrawn={onDrawn} />}
        </Shown>
      ) : undefined,
    [near, read.data, read.failure, children],
  )
  const height = `${page.height}px`
  return (
    <div ref={box} style={near ? { minHeight: isDrawn.current ? "" : height } : { height }}>
      {shown}
    </div>
  )
}

const first: Reached = { more: "", groupBefore: "", height: 0 }

/** The pages with another one after this one. What followed an earlier version of it is reached again. */
const followedBy = (
  pages: ReadonlyArray<Reached>,
  page: Reached,
  more: string,
  groupBefore: string,
): ReadonlyArray<Reached> => {
  const at = pages.findIndex((one) => one.more === page.more)
  const next = pages[at + 1]
  if (at < 0 || (more === "" && next === undefined)) return pages
  if (next?.more !== more)
    return [...pages.slice(0, at + 1), ...(more === "" ? [] : [{ more, groupBefore, height: 0 }])]
  return next.groupBefore === groupBefore ? pages : pages.with(at + 1, { ...next, groupBefore })
}

const listKey = ({ name = "", path }: { readonly name?: string; readonly path: string }) => `${path} ${name}`

const Pages = <One, Read>(props: EndlessProps<One, Read>) => {
  const list = listKey(props)
  const [pages, setPages] = useState<ReadonlyArray<Reached>>(() => reachedOf.get(list) ?? [{ ...first }])
  useEffect(() => {
    reachedOf.delete(list)
    reachedOf.set(list, pages)
    const [oldest] = reachedOf.keys()
    if (reachedOf.size > maxLists && oldest !== undefined) reachedOf.delete(oldest)
  }, [list, pages])
  return (
    <div class="endless">
      {pages.map((page) => (
        <Page
          key={page.more}
          {...props}
          page={page}
          onNext={(more, groupBefore) => setPages((now) => followedBy(now, page, more, groupBefore))}
        />
      ))}
    </div>
  )
}

/** A list without an end. It never holds more than a few pages at a time. */
export const Endless = <One, Read = Listed<One>>(props: EndlessProps<One, Read>) => (
  <Pages key={listKey(props)} {...props} />
)
