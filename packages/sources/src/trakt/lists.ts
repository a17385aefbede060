import type { SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import type * as Upstream from "../upstream.ts"

/** A page of any list of Trakt's. Its rows are read one by one. */
export interface Page {
  readonly rows: ReadonlyArray<unknown>
  /** The list's number of pages and rows; undefined where Trakt does not say. */
  readonly pages: number | undefined
  readonly total: number | undefined
}

export type Parameters = Readonly<Record<string, string | number>>

/** Rows per page: https://trakt.docs.apiary.io/#introduction/pagination */
export const pageSize = 100

// A hundred thousand rows: more than any account has, and a bound for a service that never ends.
const maxPages = 1_000

const Rows = Schema.Array(Schema.Unknown)

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined

/** One page of a list. */
export const askPage = (
  client: Upstream.Upstream,
  path: string,
  urlParams: Parameters,
): Effect.Effect<Page, SourceError> =>
  client.ask(HttpClientRequest.get(path, { urlParams }), (answer) =>
    Effect.map(client.json(Rows)(answer), (rows) => ({
      rows,
      pages: count(answer.headers["x-pagination-page-count"]),
      total: count(answer.headers["x-pagination-item-count"]),
    })),
  )

/** The rows of a list, from its first page to its last. */
export interface WholeList {
  readonly rows: ReadonlyArray<unknown>
  /**
   * True if this is surely all of it: each row once, and the number that Trakt counts. Without a count, an empty
   * list, or one exactly as long as a page, may have been cut.
   */
  readonly isWhole: boolean
}

const isAll = (rows: ReadonlyArray<unknown>, { pages, total }: Page): boolean =>
  total === undefined
    ? pages === undefined && rows.length > 0 && rows.length !== pageSize
    : new Set(rows.map((row) => JSON.stringify(row))).size === total

/**
 * All rows of a list. Some lists come whole, others in pages: a response that calls itself one of several pages is
 * believed, until a page is empty: Trakt has counted pages that it did not have
 * (https://github.com/trakt/trakt-api/issues/896).
 */
export const askWhole = Effect.fnUntraced(function* (
  client: Upstream.Upstream,
  path: string,
  parameters: Parameters = {},
): Effect.fn.Return<WholeList, SourceError> {
  const ask = (page: number) => askPage(client, path, { ...parameters, page, limit: pageSize })
  const first = yield* ask(1)
  const rows = [...first.rows]
  const pages = Math.min(first.pages ?? 1, maxPages)
  let isSteady = true
  for (let page = 2; page <= pages; page++) {
    const next = yield* ask(page)
    rows.push(...next.rows)
    // The list changed its length: a row may have moved across the edge of a page.
    isSteady &&= next.total === first.total
    if (next.rows.length === 0) break
  }
  return { rows, isWhole: isSteady && isAll(rows, first) }
})
