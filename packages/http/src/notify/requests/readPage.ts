import { InvalidInput } from "@daybook/kernel"
import {
  type ErasuresQuery,
  isDate,
  isDistinctId,
  type PropertiesAsked,
  RequestStatus,
  type RequestListOptions,
} from "@daybook/profiles"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The most profiles or requests of a page. */
export const maxLimit = 1_000

const defaultLimit = 100

/** Reads `limit` of a query. */
export const readLimit = (query: URLSearchParams): number | InvalidInput => {
  const text = query.get("limit") ?? String(defaultLimit)
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= maxLimit
    ? limit
    : new InvalidInput({
        field: "limit",
        message: `limit must be a whole number from 1 to ${maxLimit.toLocaleString("en")}`,
      })
}

/** The cursor of the page after a place in the order of acceptance. */
export const cursorOfRequest = (acceptance: number): string => Base64Url.encode(`request ${acceptance}`)

/** The cursor of the page after an erasure. */
export const cursorOfErasure = (number: number): string => Base64Url.encode(`erasure ${number}`)

/** The cursor of the page after a property. */
export const cursorOfProperty = (name: string): string => Base64Url.encode(`property ${name}`)

const isStatus = Schema.is(RequestStatus)
const isNumber = Schema.is(Schema.Int)

/** The number in a cursor of this kind; undefined if it is invalid. */
const numberIn = (cursor: string, kind: "request" | "erasure"): number | undefined => {
  const text = Result.getOrUndefined(Base64Url.decodeString(cursor)) ?? ""
  const number = new RegExp(`^${kind} (\\d{1,16})$`).exec(text)?.[1]
  return number !== undefined && isNumber(Number(number)) ? Number(number) : undefined
}

export const unfitCursor = new InvalidInput({
  field: "cursor",
  message: "cursor must be the next_cursor of a response",
})

/** Reads `after`, the cursor of a page or an instant, `status` and `limit` of a query. */
export const readRequestsAsked = (query: URLSearchParams): RequestListOptions | InvalidInput => {
  const limit = readLimit(query)
  if (limit instanceof InvalidInput) return limit
  const status = query.get("status") ?? undefined
  if (status !== undefined && !isStatus(status)) {
    return new InvalidInput({
      field: "status",
      message: `status must be one of ${RequestStatus.literals.join(", ")}`,
    })
  }
  const text = query.get("after")
  if (text === null) return { limit, status }
  // A + that was not encoded arrives as a space.
  const date = text.replace(" ", "+")
  if (isDate(date)) return { limit, status, acceptedAfter: Date.parse(date) }
  const after = numberIn(text, "request")
  return after !== undefined
    ? { limit, status, after }
    : new InvalidInput({
        field: "after",
        message:
          "after must be the next_cursor of a response, or a date or date-time such as 2026-07-15T12:00:00Z",
      })
}

/** Reads `cursor` and `limit` of a query for properties. */
export const readPropertiesAsked = (query: URLSearchParams): PropertiesAsked | InvalidInput => {
  const limit = readLimit(query)
  if (limit instanceof InvalidInput) return limit
  const cursor = query.get("cursor")
  if (cursor === null) return { limit }
  const text = Result.getOrUndefined(Base64Url.decodeString(cursor)) ?? ""
  return text.startsWith("property ") && isDistinctId(text.slice(9))
    ? { limit, after: text.slice(9) }
    : unfitCursor
}

/** Reads `cursor`, `limit` and `distinct_id` of a query. */
export const readErasuresAsked = (query: URLSearchParams): ErasuresQuery | InvalidInput => {
  const limit = readLimit(query)
  if (limit instanceof InvalidInput) return limit
  const distinctId = query.get("distinct_id") ?? undefined
  if (distinctId !== undefined && !isDistinctId(distinctId)) {
    return new InvalidInput({
      field: "distinct_id",
      message: "distinct_id must have 1 to 255 characters, none of them a control character",
    })
  }
  const cursor = query.get("cursor")
  if (cursor === null) return { distinctId, limit }
  const after = numberIn(cursor, "erasure")
  return after === undefined ? unfitCursor : { distinctId, limit, after }
}
