import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Question, Refused } from "../apiCalls.ts"
import { ask } from "../tool.ts"
import type { Countable, Row } from "./countable.ts"

const pageSize = 100
/** A question reads this many rows at most, in a few seconds. */
export const maxRows = 12_000

const Page = Schema.Struct({
  data: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  pagination: Schema.Struct({ total: Schema.Int }),
})
const pageIn = Schema.decodeUnknownEffect(Page)

const readPage = (question: Question, page: number) =>
  ask({ ...question, query: { ...question.query, page, limit: pageSize } }).pipe(
    Effect.flatMap((said) =>
      Effect.mapError(
        pageIn(said),
        () => new Refused({ message: "Unexpected response from Daybook: expected a list" }),
      ),
    ),
  )

/** All rows of a list of the API. */
export const readRows = Effect.fnUntraced(function* (question: Question) {
  const first = yield* readPage(question, 1)
  const { total } = first.pagination
  if (total > maxRows) {
    return yield* new Refused({
      message: `That is ${total} rows, and one question reads ${maxRows} at most: pass a shorter period, or filter by where`,
    })
  }
  const pages = Array.from({ length: Math.max(0, Math.ceil(total / pageSize) - 1) }, (_, at) => at + 2)
  const rest = yield* Effect.forEach(pages, (page) => readPage(question, page), { concurrency: 4 })
  const rows: ReadonlyArray<Row> = [first, ...rest].flatMap(({ data }) => data)
  return rows
})

/** The first rows of a list, most first, and how many it has. */
export const readFirst = (question: Question, rows: number) =>
  Effect.map(
    Effect.forEach(
      Array.from({ length: Math.ceil(rows / pageSize) }, (_, at) => at + 1),
      (page) => readPage(question, page),
    ),
    (pages) => ({
      rows: pages.flatMap(({ data }) => data).slice(0, rows),
      total: pages[0]?.pagination.total ?? 0,
    }),
  )

const Named = Schema.Struct({ id: Schema.Int, name: Schema.String })
const namedIn = Schema.decodeUnknownOption(Schema.Array(Named))

/** The parameter that narrows a list to one name; none if it has no such name. */
export const narrowTo = Effect.fnUntraced(function* (
  { ids, parameter }: NonNullable<Countable["narrowed"]>,
  name: string,
) {
  const { data } = yield* readPage({ path: ids, query: { q: name } }, 1)
  const found = Option.getOrElse(namedIn(data), () => []).find(
    (one) => one.name.toLowerCase() === name.toLowerCase(),
  )
  return found === undefined ? undefined : { [parameter]: found.id }
})
