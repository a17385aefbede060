import { useEffect, useRef } from "preact/hooks"

const againAfter = 5_000

/** Calls back now and then, and at once when the network is back. Returns the function that ends it. */
export const pollWithBackoff = (again: () => void): (() => void) => {
  const timer = setInterval(again, againAfter)
  window.addEventListener("online", again)
  return () => {
    clearInterval(timer)
    window.removeEventListener("online", again)
  }
}

/** Looks again, so often in milliseconds, while something is in progress and the page is looked at. */
export const usePolling = (goesOn: boolean, look: () => void, every: number): void => {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (!goesOn) return undefined
    const timer = setInterval(() => document.visibilityState === "visible" && latest.current(), every)
    return () => clearInterval(timer)
  }, [goesOn, every])
}
