import type { Page, PageRequest } from "@daybook/kernel"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { protocol } from "./protocol.ts"

/** A query as it arrives. */
export type Query = Readonly<Record<string, string | undefined>>
/** A read about a user. */
export interface Asked {
  readonly params: { readonly user_name: string }
  readonly query: Query
}
/** A failure, which becomes a response in ListenBrainz's form. */
export interface Failure {
  readonly error: string
  readonly status: number
}

export const badRequest = (error: string): Failure => ({ status: 400, error })

const wholeIn = (query: Query, name: string, standard: number): Effect.Effect<number, Failure> => {
  const text = query[name] ?? ""
  if (text === "") return Effect.succeed(standard)
  return /^\d{1,9}$/.test(text)
    ? Effect.succeed(Number(text))
    : Effect.fail(badRequest(`${name} must be a whole number of 0 or more`))
}

/** The requested part of a list. */
export const partIn = Effect.fnUntraced(function* (query: Query) {
  return {
    count: Math.min(yield* wholeIn(query, "count", 25), 1_000),
    offset: yield* wholeIn(query, "offset", 0),
  }
})

/** The items at an offset, of a list in pages of one size: they lie on one page or on two. */
export const partOf = Effect.fnUntraced(function* <A>(
  pageOf: (page: PageRequest) => Effect.Effect<Page<A>>,
  { count, offset }: { readonly count: number; readonly offset: number },
) {
  if (count === 0) return { items: [], total: (yield* pageOf({ page: 1, limit: 1 })).total }
  const page = Math.floor(offset / count) + 1
  const first = yield* pageOf({ page, limit: count })
  const skipped = offset % count
  const second = skipped === 0 ? [] : (yield* pageOf({ page: page + 1, limit: count })).items
  return { items: [...first.items, ...second].slice(skipped, skipped + count), total: first.total }
})

export const json = HttpServerResponse.jsonUnsafe

/** The response of work that may fail with a status. */
export const answered =
  <In, R>(
    services: Context.Context<R>,
    work: (input: In) => Effect.Effect<HttpServerResponse.HttpServerResponse, Failure, R>,
  ) =>
  (input: In) =>
    Effect.catch(Effect.provideContext(work(input), services), (error) =>
      Effect.succeed(protocol.failed(error)),
    )
