import { useEffect, useState } from "preact/hooks"
import type { Read } from "./cache.ts"
import { peek, watch } from "./cache.ts"

interface Page<One> {
  readonly data: ReadonlyArray<One>
  readonly pagination: { readonly total_pages: number }
}

const pathOf = (path: string, page: number) =>
  `${path}${path.includes("?") ? "&" : "?"}limit=100${page === 1 ? "" : `&page=${page}`}`

/**
 * All items of a list, page after page; nothing for no path. It is for lists that are known to be short, such as the runs of a year:
 * of one with more than `most` pages only those are read.
 */
export const useAll = <One>(path: string | undefined, most = 10): Read<ReadonlyArray<One>> => {
  const [, again] = useState({})
  const first = path === undefined ? undefined : (peek(pathOf(path, 1)) as Read<Page<One>>)
  const pages = Math.min(most, first?.data?.pagination.total_pages ?? 1)
  useEffect(() => {
    if (path === undefined) return undefined
    const stops = Array.from({ length: Math.max(1, pages) }, (_, page) =>
      watch(pathOf(path, page + 1), () => again({})),
    )
    again({})
    return () => {
      for (const stop of stops) stop()
    }
  }, [path, pages])
  if (path === undefined) return { data: undefined, failure: undefined, reading: false }
  const reads = Array.from(
    { length: Math.max(1, pages) },
    (_, page) => peek(pathOf(path, page + 1)) as Read<Page<One>>,
  )
  const isWhole = reads.every(({ data }) => data !== undefined)
  return {
    data: isWhole ? reads.flatMap(({ data }) => data?.data ?? []) : undefined,
    failure: reads.find(({ failure }) => failure !== undefined)?.failure,
    reading: reads.some(({ reading }) => reading),
  }
}
