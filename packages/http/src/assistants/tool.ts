import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { optional } from "../wire/query.ts"
import { type Answer, answer, answerRows } from "./answer.ts"
import { ApiCalls, type Question, Refused } from "./apiCalls.ts"

export { optional }

/** A tool of assistants: a question about the owner's data, or a change of it, which calls the API. */
export interface AssistantTool {
  readonly name: string
  readonly title: string
  /** Its description, from which a model chooses. */
  readonly description: string
  readonly parameters: Schema.Struct.Fields
  /** True for one that only an admin key may use. */
  readonly writes: boolean
  readonly answer: (parameters: never) => Effect.Effect<Answer, Refused, ApiCalls>
}

const made =
  (writes: boolean) =>
  <Fields extends Schema.Struct.Fields>(
    name: string,
    described: {
      readonly title: string
      readonly description: string
      readonly parameters: Fields
    },
    answer: (parameters: Schema.Struct.Type<Fields>) => Effect.Effect<Answer, Refused, ApiCalls>,
  ): AssistantTool => ({ ...described, name, writes, answer })

/** A tool that reads. */
export const readTool = made(false)

/** A tool that writes. */
export const writeTool = made(true)

/** A text that the user writes, such as a name. */
export const words = Schema.String.check(Schema.isMaxLength(300))

const day = Schema.String.check(Schema.isMaxLength(40))

/** The days that a question is about. */
export const days = {
  from: optional(day, "First day, as 2026-01-31; without it from the beginning"),
  to: optional(day, "Last day, included, as 2026-01-31; without it until now"),
}

const offset = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
const limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 }))

/** The offset in a list, and the number of rows. */
export const part = {
  offset: optional(offset, "How many rows to leave out from the top: 0 if not given"),
  limit: optional(limit, "How many rows at most: 10 if not given, 20 at most"),
}

interface Part {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
}

// The API's lists have pages: a block is one page, and a part of a list lies in one block.
const block = 20

/** Asks for one thing. */
export const ask = (question: Question) => Effect.flatMap(ApiCalls, (asks) => asks(question))

/** Asks for the thing of a list of the API that has this id. */
export const askOne = (list: string, id: string | number) =>
  Effect.map(ask({ path: `${list}/${pathPart(id)}` }), answer)

const Page = Schema.Struct({
  data: Schema.Array(Schema.Unknown),
  pagination: Schema.Struct({ total: Schema.Int }),
})
const pageIn = Schema.decodeUnknownEffect(Page)

/**
 * Rows of a list of the API, which may end before `limit` where a block ends. A block has fewer rows than its page if some are
 * hidden: the next rows are in the next block.
 */
export const askRows = Effect.fnUntraced(function* (question: Question, { limit = 10, offset = 0 }: Part) {
  const page = Math.floor(offset / block) + 1
  const said = yield* ask({ ...question, query: { ...question.query, page, limit: block } })
  const { data, pagination } = yield* Effect.mapError(
    pageIn(said),
    () => new Refused({ message: "Unexpected response from Daybook: expected a list" }),
  )
  const end = (offset % block) + limit
  const rows = data.slice(offset % block, end)
  const next = end < data.length ? offset + limit : page * block
  return answerRows({ rows, offset, next, total: pagination.total })
})

/** The read of the API behind one kind of a tool's question. */
interface KindRead {
  readonly path: string
  /** The parameters of the tool that it takes, by their names in the API. */
  readonly takes?: Readonly<Record<string, string>>
  readonly query?: Question["query"]
  /** True if it returns one thing, not a list. */
  readonly isOne?: true
}

/** The days of a question are named as in the API. */
export const takesDays = { from: "from", to: "to" }

/** Asks for a kind of question. Parameters that it does not take are refused: ignored, all rows would pass for the requested ones. */
export const askKind =
  <const Kind extends string>(reads: Readonly<Record<Kind, KindRead>>) =>
  (kind: Kind, { limit, offset, ...asked }: Part & Question["query"] & {}) => {
    const { isOne, path, query, takes = {} } = reads[kind]
    const set = Object.entries(asked).filter(([, value]) => value !== undefined && value !== "")
    const other = set.find(([name]) => takes[name] === undefined)
    if (other !== undefined)
      return Effect.fail(new Refused({ message: `${other[0]} does not apply to ${kind}: leave it out` }))
    const given = Object.fromEntries(set.map(([name, value]) => [takes[name], value]))
    const question = { path, query: { ...query, ...given } }
    return isOne === true ? Effect.map(ask(question), answer) : askRows(question, { limit, offset })
  }

/** A part of a path. */
export const pathPart = (text: string | number): string => encodeURIComponent(String(text))
