import { useEffect, useRef } from "preact/hooks"
import { type MapView, panned, type Size, type WorldPoint, zoomed } from "./view.ts"

interface Gestures {
  readonly box: { readonly current: HTMLElement | null }
  readonly size: Size
  readonly move: (next: (view: MapView) => MapView) => void
  /** A press that moved nothing, at a pixel. */
  readonly onPress: (at: WorldPoint) => void
  readonly onPoint: (at: WorldPoint | undefined) => void
}

/** Pixels that a finger may slip in a press. */
const slip = 5

/** What the listeners of a map share: the pointers that are down, and how far they have slipped since the first of them. */
const listenersOf = (element: HTMLElement, now: { readonly current: Gestures }) => {
  const down = new Map<number, WorldPoint>()
  let slipped = 0
  const at = ({ clientX, clientY }: MouseEvent): WorldPoint => {
    const { left, top } = element.getBoundingClientRect()
    return [clientX - left, clientY - top]
  }
  const spread = () => {
    const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [...down.values()]
    return { middle: [(ax + bx) / 2, (ay + by) / 2] as const, apart: Math.hypot(ax - bx, ay - by) }
  }
  const pointermove = (event: PointerEvent) => {
    const { move, onPoint, size } = now.current
    const before = down.get(event.pointerId)
    const here = at(event)
    if (before === undefined) {
      if (event.pointerType === "mouse") onPoint(here)
      return
    }
    const from = spread()
    down.set(event.pointerId, here)
    const to = spread()
    slipped += Math.hypot(here[0] - before[0], here[1] - before[1])
    if (slipped < slip) return
    // From now on the release is not a press on a place.
    element.setPointerCapture(event.pointerId)
    if (down.size === 1) move((view) => panned(view, size, before[0] - here[0], before[1] - here[1]))
    else if (down.size === 2 && from.apart > 0 && to.apart > 0) {
      const [right, below] = [from.middle[0] - to.middle[0], from.middle[1] - to.middle[1]]
      move((view) =>
        zoomed(panned(view, size, right, below), size, Math.log2(to.apart / from.apart), to.middle),
      )
    }
  }
  return {
    pointerdown: (event: PointerEvent) => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest("button") !== null))
        return
      if (down.size === 0) slipped = 0
      down.set(event.pointerId, at(event))
    },
    pointermove,
    pointerup: (event: PointerEvent) => {
      const was = down.delete(event.pointerId)
      if (was && down.size === 0 && slipped < slip) now.current.onPress(at(event))
    },
    pointercancel: (event: PointerEvent) => void down.delete(event.pointerId),
    pointerleave: () => now.current.onPoint(undefined),
    wheel: (event: WheelEvent) => {
      if (!event.ctrlKey && !element.contains(document.activeElement)) return
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 30
      // A pinch on a touchpad arrives as a wheel with Ctrl, in small steps.
      const by = -pixels / (event.ctrlKey ? 100 : 300)
      now.current.move((view) => zoomed(view, now.current.size, Math.min(1, Math.max(-1, by)), at(event)))
    },
    // Links in a map are places: a drag that begins on one moves the map and opens nothing.
    click: (event: MouseEvent) => slipped >= slip && event.preventDefault(),
    dragstart: (event: DragEvent) => event.preventDefault(),
  }
}

/**
 * Moves a map by pointers: one drags it, two pinch it, the wheel zooms it. The page scrolls past a map that no one has
 * pressed yet: a wheel without Ctrl counts once the map has the focus.
 */
export const useGestures = (gestures: Gestures): void => {
  const now = useRef(gestures)
  now.current = gestures
  useEffect(() => {
    const element = gestures.box.current
    if (element === null) return undefined
    const ended = new AbortController()
    for (const [name, listener] of Object.entries(listenersOf(element, now)))
      element.addEventListener(name, listener as EventListener, { passive: false, signal: ended.signal })
    return () => ended.abort()
  }, [])
}
