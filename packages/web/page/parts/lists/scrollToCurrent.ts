import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { usePlace } from "../../router.tsx"

/**
 * A row of links that scrolls if it is too long for the window: the current one is in sight. `links` is their number,
 * if it grows later.
 */
export const useScrollToCurrent = <Line extends HTMLElement>(links = 0): RefObject<Line | null> => {
  const line = useRef<Line>(null)
  const address = usePlace()
  useEffect(() => {
    const list = line.current
    const link = list?.querySelector<HTMLElement>("[aria-current]")
    if (list == null || link == null || list.scrollWidth <= list.clientWidth) return
    const from = link.getBoundingClientRect().left - list.getBoundingClientRect().left + list.scrollLeft
    list.scrollLeft = from - list.clientWidth / 2 + link.offsetWidth / 2
  }, [address, links])
  return line
}
