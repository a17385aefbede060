import { type EpochMillis, webUrl } from "@daybook/kernel"
import type { Article } from "../model.ts"

/** Returns the host of a stored URL without `www.`; "" for any other text. */
export const domainOf = (url: string): string => {
  const known = webUrl(url)
  return known === "" ? "" : new URL(known).hostname.replace(/^www\./, "")
}

/** Words a minute of silent reading in English (Brysbaert 2019, doi:10.1016/j.jml.2019.104047). */
export const wordsPerMinute = 238

/** The minutes that an article takes to read; 0 if its length is unknown. */
export const readMinutes = (wordCount: number): number => Math.ceil(wordCount / wordsPerMinute)

/** The last opening or the finish of an article, whichever is later; undefined if it was never opened. */
export const lastReadAt = ({
  finishedAt,
  lastOpenedAt,
  startedAt,
}: Pick<Article, "finishedAt" | "lastOpenedAt" | "startedAt">): EpochMillis | undefined => {
  const times = [finishedAt, lastOpenedAt, startedAt].filter((time) => time !== undefined)
  return times.length === 0 ? undefined : Math.max(...times)
}
