import * as Predicate from "effect/Predicate"

/** The ids of a film, a show or an episode in a response of Trakt; missing or unreadable ones are undefined. */
export interface TraktIds {
  readonly trakt: number | undefined
  readonly slug: string | undefined
  readonly imdb: string | undefined
  readonly tmdb: number | undefined
  readonly tvdb: number | undefined
}

const numberIn = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

const textIn = (value: unknown): string | undefined => {
  const text = typeof value === "string" ? value.trim() : ""
  return text === "" || text === "0" ? undefined : text
}

/** Reads ids one by one: an unreadable one, such as `{}` or 0, is dropped, not its row. */
export const readIds = (ids: unknown): TraktIds => {
  const known: { readonly [name: string]: unknown } = Predicate.isObject(ids) ? { ...ids } : {}
  return {
    trakt: numberIn(known["trakt"]),
    slug: textIn(known["slug"]),
    imdb: textIn(known["imdb"]),
    tmdb: numberIn(known["tmdb"]),
    tvdb: numberIn(known["tvdb"]),
  }
}
