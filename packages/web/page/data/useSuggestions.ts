import { useEffect, useState } from "preact/hooks"
import { readOnce } from "./cache.ts"
import type { Answer } from "./responses.ts"

interface Typed<Item> {
  readonly found: ReadonlyArray<Item>
  /** False until the response for these words. */
  readonly isCurrent: boolean
}

/**
 * The list that a path returns for the words being typed, requested after a rest; empty for no path. Until then, what
 * was found for earlier words stays where its title has these.
 */
const useTyped = <Item extends { readonly title: string }>(
  path: string | undefined,
  words: string,
  restMillis: number,
): Typed<Item> => {
  const [last, setLast] = useState<{ readonly of?: string; readonly found: ReadonlyArray<Item> }>({
    found: [],
  })
  useEffect(() => {
    if (path === undefined) {
      setLast({ found: [] })
      return undefined
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void readOnce<{ readonly data: ReadonlyArray<Item> }>(path, abort.signal).then(
        (answer) => answer !== undefined && setLast({ of: path, found: answer.data }),
      )
    }, restMillis)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [path])
  const isCurrent = path !== undefined && path === last.of
  const typed = words.trim().toLowerCase()
  const found = isCurrent ? last.found : last.found.filter(({ title }) => title.toLowerCase().includes(typed))
  return { found: path === undefined ? [] : found, isCurrent }
}

/** The query for words: none before the second letter. */
const queryOf = (words: string): string | undefined =>
  words.trim().length < 2 ? undefined : `?q=${encodeURIComponent(words.trim())}`

type Suggestion = Answer<"search", "suggest">["data"][number]

/** Stored items that the words may mean, as they are typed. */
export const useSuggestions = (words: string, restMillis: number, domain = ""): Typed<Suggestion> => {
  const query = queryOf(words)
  return useTyped(
    query && `/v1/search/suggest${query}${domain === "" ? "" : `&domains=${domain}`}`,
    words,
    restMillis,
  )
}

/** Films of the film database with a title like the words, as they are typed; none for who may add none. */
export const useFilms = (
  words: string,
  restMillis: number,
): Typed<Answer<"watching", "findFilms">["data"][number]> => {
  const query = queryOf(words)
  return useTyped(query && `/v1/admin/watching/films${query}`, words, restMillis)
}
