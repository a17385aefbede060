import { InvalidInput } from "@daybook/kernel"
import { isDistinctId } from "@daybook/profiles"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"

/** The most profiles of a page. */
export const maxLimit = 1_000

const defaultLimit = 100

/** The cursor of the page after a distinct id. */
export const cursorOf = (distinctId: string): string => Base64Url.encode(distinctId)

/** Reads `cursor` and `limit` of a query. */
export const readPage = (
  query: URLSearchParams,
): { readonly after: string | undefined; readonly limit: number } | InvalidInput => {
  const text = query.get("limit") ?? String(defaultLimit)
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > maxLimit) {
    return new InvalidInput({
      field: "limit",
      message: `limit must be a whole number from 1 to ${maxLimit.toLocaleString("en")}`,
    })
  }
  const cursor = query.get("cursor")
  if (cursor === null) return { after: undefined, limit }
  const after = Result.getOrUndefined(Base64Url.decodeString(cursor))
  return isDistinctId(after)
    ? { after, limit }
    : new InvalidInput({ field: "cursor", message: "cursor must be the next_cursor of an answer" })
}
