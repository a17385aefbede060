import { useEffect } from "preact/hooks"

/** Moves through cards with keys: arrows, Space, Home and End. Space stays with a focused control that uses it. */
export const useCardKeys = (at: number, count: number, go: (to: number) => void): void => {
  useEffect(() => {
    const wanted = ({ key, shiftKey, target }: KeyboardEvent): number | undefined => {
      const isControl = target instanceof Element && target.closest("a, button, input") !== null
      // The arrows of a choice choose.
      if (target instanceof HTMLInputElement) return undefined
      switch (key) {
        case "ArrowRight":
          return at + 1
        case "ArrowLeft":
          return at - 1
        case " ":
          return isControl ? undefined : at + (shiftKey ? -1 : 1)
        case "Home":
          return 0
        case "End":
          return count - 1
        default:
          return undefined
      }
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const to = wanted(event)
      if (to === undefined) return
      event.preventDefault()
      go(to)
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [at, count, go])
}
