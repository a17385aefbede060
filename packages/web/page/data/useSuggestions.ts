import { useEffect, useState } from "preact/hooks"
import { readOnce } from "./cache.ts"
import type { Answer } from "./responses.ts"

/** The list that a path returns for what is being typed, requested after a rest; empty for no path. */
const useTyped = <Item>(path: string | undefined, restMillis: number): ReadonlyArray<Item> => {
  const [found, setFound] = useState<ReadonlyArray<Item>>([])
  useEffect(() => {
    if (path === undefined) {
      setFound([])
      return undefined
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void readOnce<{ readonly data: ReadonlyArray<Item> }>(path, abort.signal).then(
        (answer) => answer !== undefined && setFound(answer.data),
      )
    }, restMillis)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [path])
  return found
}

/** The query for words: none before the second letter. */
const queryOf = (words: string): string | undefined =>
  words.trim().length < 2 ? undefined : `?q=${encodeURIComponent(words.trim())}`

type Suggestion = Answer<"search", "suggest">["data"][number]

/** Stored items that the words may mean, as they are typed. */
export const useSuggestions = (words: string, restMillis: number, domain = ""): ReadonlyArray<Suggestion> => {
  const query = queryOf(words)
  return useTyped(
    query && `/v1/search/suggest${query}${domain === "" ? "" : `&domains=${domain}`}`,
    restMillis,
  )
}

/** Films of the film database with a title like the words, as they are typed; none for who may add none. */
export const useFilms = (
  words: string,
  restMillis: number,
): ReadonlyArray<Answer<"watching", "findFilms">["data"][number]> => {
  const query = queryOf(words)
  return useTyped(query && `/v1/admin/watching/films${query}`, restMillis)
}
