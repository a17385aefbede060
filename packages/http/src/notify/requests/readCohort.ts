import { type EpochMillis, InvalidInput } from "@daybook/kernel"
import {
  type Cohort,
  isDistinctId,
  isPlainText,
  type PageEnd,
  type Profile,
  propertyIn,
  PropertyValue,
  readFilter,
  type Sort,
} from "@daybook/profiles"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { maxLimit, readLimit, unfitCursor } from "./readPage.ts"

/** A page of a cohort to show, and the names of the properties to show; all of them if undefined. */
export interface CohortAsked extends Cohort {
  readonly fields: ReadonlyArray<string> | undefined
}

const SortedEnd = Schema.fromJsonString(Schema.Tuple([Schema.String, Schema.NullOr(PropertyValue)]))
const decodeEnd = Schema.decodeUnknownOption(SortedEnd)

/** The cursor of the page after a profile. */
export const cursorOf = ({ distinctId, properties }: Profile, sort: Sort | undefined): string => {
  if (sort === undefined) return Base64Url.encode(distinctId)
  const value = propertyIn(properties, sort.name) ?? null
  // A list has no order, and may be longer than a query.
  return Base64Url.encode(JSON.stringify([distinctId, typeof value === "object" ? null : value]))
}

const readCursor = (cursor: string, sort: Sort | undefined): PageEnd | InvalidInput => {
  const text = Result.getOrUndefined(Base64Url.decodeString(cursor))
  if (sort === undefined) return isDistinctId(text) ? { distinctId: text } : unfitCursor
  const end = Option.getOrUndefined(decodeEnd(text))
  return end !== undefined && isDistinctId(end[0]) && isPlainText(String(end[1]))
    ? { distinctId: end[0], value: end[1] ?? undefined }
    : unfitCursor
}

const unfitSort = new InvalidInput({
  field: "sort",
  message: "sort must name a property by 1 to 255 characters, none of them a control character",
})

const decodeList = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.String)))

/** The texts of a list: as JSON, or between commas. */
const readTexts = (
  query: URLSearchParams,
  field: string,
): ReadonlyArray<string> | InvalidInput | undefined => {
  const text = query.get(field)
  if (text === null) return undefined
  const list = text.startsWith("[") ? Option.getOrElse(decodeList(text), () => []) : text.split(",")
  return list.length >= 1 && list.length <= maxLimit
    ? list
    : new InvalidInput({
        field,
        message: `${field} must list 1 to ${maxLimit.toLocaleString("en")} texts, between commas or as a JSON list`,
      })
}

/** Reads `filter`, `ids`, `sort`, `fields`, `cursor` and `limit` of a query. */
export const readCohort = (query: URLSearchParams, now: EpochMillis): CohortAsked | InvalidInput => {
  const where = readFilter(query.get("filter") ?? undefined, now)
  if (where instanceof InvalidInput) return where
  const limit = readLimit(query)
  if (limit instanceof InvalidInput) return limit
  const ids = readTexts(query, "ids")
  if (ids instanceof InvalidInput) return ids
  const fields = readTexts(query, "fields")
  if (fields instanceof InvalidInput) return fields
  const by = query.get("sort") ?? ""
  const descending = by.startsWith("-")
  const sort = by === "" ? undefined : { name: descending ? by.slice(1) : by, descending }
  if (sort !== undefined && !isDistinctId(sort.name)) return unfitSort
  const cursor = query.get("cursor")
  const after = cursor === null ? undefined : readCursor(cursor, sort)
  if (after instanceof InvalidInput) return after
  return { where, ids: ids?.filter(isDistinctId), fields, sort, after, limit }
}
