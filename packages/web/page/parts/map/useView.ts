import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import {
  type Bounds,
  boundsOf,
  type MapView,
  type Size,
  textOfView,
  viewOf,
  viewOfText,
  within,
  type WorldPoint,
  zoomed,
} from "./view.ts"

/** Milliseconds without a move after which a view is reported. */
const restMillis = 350

interface ViewOptions {
  /** What the first view shows. */
  readonly places: ReadonlyArray<WorldPoint>
  /** The deepest zoom of the first view. */
  readonly depth: number
  /** The view of an address, and how it is reported once the owner has moved the map. */
  readonly at: string | null
  readonly onMoved: ((at: string, bounds: Bounds | undefined) => void) | undefined
}

export type ViewOfMap = ReturnType<typeof useView>

/** The window of a map, and the part of the world in it: all places, until the owner moves it. */
export const useView = ({ at, depth, onMoved, places }: ViewOptions) => {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>()
  const [moved, setMoved] = useState(() => viewOfText(at))

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [])

  const whole = useMemo(
    () => (size === undefined ? undefined : viewOf(places, size, depth)),
    [places, size, depth],
  )
  const view = size === undefined ? undefined : moved === undefined ? whole : within(moved, size)

  useEffect(() => {
    if (moved === undefined || size === undefined || onMoved === undefined) return undefined
    const timer = setTimeout(() => {
      const rested = within(moved, size)
      onMoved(textOfView(rested), boundsOf(rested, size))
    }, restMillis)
    return () => clearTimeout(timer)
  }, [moved, size])

  const move = (next: (view: MapView) => MapView) =>
    setMoved((now) => {
      const from = now ?? whole
      return from === undefined || size === undefined ? now : next(within(from, size))
    })

  return {
    box,
    size,
    view,
    move,
    zoomBy: (by: number) => size && move((now) => zoomed(now, size, by, [size.width / 2, size.height / 2])),
    showAll: () => {
      setMoved(undefined)
      onMoved?.("", undefined)
    },
  }
}
