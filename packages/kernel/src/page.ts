import * as Schema from "effect/Schema"

/** A page of a list. Both numbers count from 1. */
export interface PageRequest {
  readonly page: number
  readonly limit: number
}

/** One part of a list, with the size of the whole. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

/** The pagination of a response; `total_pages` is 0 for an empty list. */
export const Pagination = Schema.Struct({
  page: Schema.Int,
  limit: Schema.Int,
  total: Schema.Int,
  total_pages: Schema.Int,
})
export type Pagination = typeof Pagination.Type

export const paginate = (request: PageRequest, total: number): Pagination => ({
  page: request.page,
  limit: request.limit,
  total,
  total_pages: Math.ceil(total / request.limit),
})

/** The number of items before the page. */
export const pageOffset = (request: PageRequest): number => (request.page - 1) * request.limit

/** A page of a list that is in memory. */
export const pageIn = <A>(all: ReadonlyArray<A>, request: PageRequest): Page<A> => ({
  items: all.slice(pageOffset(request), pageOffset(request) + request.limit),
  total: all.length,
})
