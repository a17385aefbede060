import type { EpochMillis } from "@daybook/kernel"
import * as Reading from "@daybook/reading"
import type { Parameters } from "./parameters.ts"
import { isArchived } from "./entries.ts"

const maxPerPage = 100

const wholeOf = (text: string | undefined, otherwise: number) => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise
}

/** The page of a list that an app requests. */
export const pageAsked = (query: Parameters) => ({
  page: wholeOf(query.text("page"), 1),
  perPage: Math.min(wholeOf(query.text("perPage"), 30), maxPerPage),
})

type TimeOf = (article: Reading.Article) => EpochMillis

const timeBy = (sort: string | undefined, changedAt: TimeOf): TimeOf => {
  if (sort === "updated") return changedAt
  return ({ finishedAt, savedAt }) => (sort === "archived" ? finishedAt : savedAt) ?? 0
}

/** The saved pages that an app requests, in its order. */
export const selected = (query: Parameters, saved: ReadonlyArray<Reading.Article>, changedAt: TimeOf) => {
  const archived = query.flag("archive")
  const starred = query.flag("starred")
  const since = Number(query.text("since") ?? 0) * 1_000
  const tags = (query.list("tags") ?? []).map((tag) => tag.toLowerCase())
  const domain = query.text("domain_name")?.toLowerCase()
  const time = timeBy(query.text("sort"), changedAt)
  const direction = query.text("order") === "asc" ? 1 : -1
  return saved
    .filter(
      (article) =>
        (archived === undefined || isArchived(article) === archived) &&
        (starred === undefined || article.starred === starred) &&
        !(changedAt(article) < since) &&
        tags.every((tag) => article.tags.some((own) => own.toLowerCase() === tag)) &&
        (domain === undefined || Reading.domainOf(article.url) === domain),
    )
    .toSorted((one, other) => direction * (time(one) - time(other) || one.id - other.id))
}

/** The links of a page of a list. */
export const linksOf = (path: string, query: URLSearchParams, page: number, pages: number) => {
  const at = (number: number) => {
    const asked = new URLSearchParams(query)
    asked.set("page", String(number))
    return { href: `${path}?${asked}` }
  }
  return {
    self: at(page),
    first: at(1),
    last: at(pages),
    ...(page > 1 ? { previous: at(page - 1) } : {}),
    ...(page < pages ? { next: at(page + 1) } : {}),
  }
}
