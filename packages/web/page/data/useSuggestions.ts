import { useEffect, useState } from "preact/hooks"
import { readOnce } from "./cache.ts"
import type { Answer } from "./responses.ts"

type Suggestions = Answer<"search", "suggest">

/** Stored items that the words may mean, as they are typed: none before the second letter, and asked for after a rest. */
export const useSuggestions = (words: string, restMillis: number, domain = ""): Suggestions["data"] => {
  const [found, setFound] = useState<Suggestions["data"]>([])
  useEffect(() => {
    const asked = words.trim()
    if (asked.length < 2) {
      setFound([])
      return undefined
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void readOnce<Suggestions>(
        `/v1/search/suggest?q=${encodeURIComponent(asked)}${domain === "" ? "" : `&domains=${domain}`}`,
        abort.signal,
      ).then((answer) => answer !== undefined && setFound(answer.data))
    }, restMillis)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [words])
  return found
}
