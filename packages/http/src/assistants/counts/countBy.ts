import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { answer } from "../answer.ts"
import { Refused } from "../apiCalls.ts"
import { type AssistantTool, days, optional, readTool, words } from "../tool.ts"
import type { Countable, Row } from "./countable.ts"
import { Groups } from "./groups.ts"
import { readCounted } from "./readCounted.ts"
import { maxRows, narrowTo, readRows } from "./readRows.ts"
import { isTime, makeTimeLabels, timeNames } from "./timeDimensions.ts"

const defaultLimit = 20

interface Asked {
  readonly of: string
  readonly by?: ReadonlyArray<string>
  readonly measure?: string
  readonly where?: Readonly<Record<string, string>>
  readonly from?: string
  readonly to?: string
  readonly limit?: number
}

/** Rounds to two decimals: more digits only make the result longer. */
const rounded = (value: number): number => Math.round(value * 100) / 100

const listed = (names: ReadonlyArray<string>) => names.join(", ")

const describe = ({ dimensions, measures = {}, of }: Countable) =>
  `${of} by ${listed(Object.keys(dimensions))}${
    Object.keys(measures).length === 0 ? "" : `, adding up ${listed(Object.keys(measures))}`
  }`

/** Why a question cannot be counted, and what to ask instead; undefined if it can. */
const problemOf = (countable: Countable, { by = [], measure = "count", where = {} }: Asked) => {
  const names = [...Object.keys(countable.dimensions), ...timeNames]
  const unknown = [...by, ...Object.keys(where)].find((name) => !names.includes(name))
  if (unknown !== undefined) return `${countable.of} have no “${unknown}”: they have ${listed(names)}`
  if (new Set(by).size < by.length) return "Name two different dimensions"
  const measures = ["count", ...Object.keys(countable.measures ?? {})]
  return measures.includes(measure)
    ? undefined
    : `${countable.of} have no measure “${measure}”: they have ${listed(measures)}`
}

/** Reads and groups the rows of a list. */
const groupRows = Effect.fnUntraced(function* (countable: Countable, asked: Asked, zone: DateTime.TimeZone) {
  const { at, dimensions, list, measures, narrowed } = countable
  const { by = [], from, measure = "count", to, where = {} } = asked
  const timeLabels = makeTimeLabels(zone)
  const labelsOf = (name: string, row: Row) =>
    isTime(name) ? timeLabels(name, row[at], row["day_only"] === true) : (dimensions[name]?.(row) ?? [])
  const filters = Object.entries(where).map(([name, value]) => [name, value.toLowerCase()] as const)
  const isWanted = (row: Row) =>
    filters.every(([name, value]) => labelsOf(name, row).some((label) => label.toLowerCase() === value))

  const name = narrowed === undefined ? undefined : where[narrowed.by]
  const narrow = narrowed === undefined || name === undefined ? {} : yield* narrowTo(narrowed, name)
  const rows =
    narrow === undefined ? [] : yield* readRows({ ...list, query: { ...list.query, ...narrow, from, to } })

  const groups = new Groups()
  const whole = { count: 0, sum: 0 }
  for (const row of rows.filter(isWanted)) {
    const value = measure === "count" ? 0 : measures?.[measure]?.(row)
    if (value === undefined) continue
    whole.count += 1
    whole.sum += value
    groups.add(
      by.map((one) => labelsOf(one, row)),
      1,
      value,
    )
  }
  return { groups, whole }
})

/** What is left out, and how to get it. */
const moreOf = (shown: number, groups: number) =>
  shown < groups
    ? { more: `The first ${shown} of ${groups} groups. Pass a larger limit, or filter by where.` }
    : {}

const count = Effect.fnUntraced(function* (countable: Countable, asked: Asked, zone: DateTime.TimeZone) {
  const problem = problemOf(countable, asked)
  if (problem !== undefined) return yield* new Refused({ message: problem })
  const { by = [], limit = defaultLimit, measure = "count", where = {} } = asked
  const [first = ""] = by
  const ready = measure === "count" && Object.keys(where).length === 0 ? countable.counted : undefined
  const known = ready === undefined ? undefined : yield* readCounted(ready, { ...asked, by, limit })
  if (known !== undefined) {
    const rows = known.groups.map(({ count, labels }) => ({
      ...Object.fromEntries(by.map((name, at) => [name, labels[at]])),
      count,
    }))
    return {
      ...answer({ of: countable.of, total: { count: known.count }, groups: known.total, rows }),
      ...moreOf(rows.length, known.total),
    }
  }
  const { groups, whole } = yield* groupRows(countable, asked, zone)
  const isCount = measure === "count"
  const numbers = (one: { readonly count: number; readonly sum: number }) =>
    isCount
      ? { count: one.count }
      : {
          [measure]: rounded(one.sum),
          count: one.count,
          average: one.count === 0 ? 0 : rounded(one.sum / one.count),
        }
  const total = numbers(whole)
  if (by.length === 0) return answer({ of: countable.of, total })
  const sorted = groups.sorted(isTime(first), (group) => (isCount ? group.count : group.sum))
  const rows = sorted.slice(0, limit).map(({ labels, ...sums }) => ({
    ...Object.fromEntries(by.map((name, at) => [name, labels[at]])),
    ...numbers(sums),
  }))
  return {
    ...answer({ of: countable.of, total, groups: sorted.length, rows }),
    ...moreOf(rows.length, sorted.length),
  }
})

/** The tool that counts what no other tool does. `countables` are the lists of the domains that a server has. */
export const countByTool = (
  countables: ReadonlyArray<Countable>,
  zone: DateTime.TimeZone,
): ReadonlyArray<AssistantTool> => {
  if (countables.length === 0) return []
  return [
    readTool(
      "count_by",
      {
        title: "Count by",
        description: `Exact counts and totals of anything, grouped by up to two dimensions: plays of an artist by month, check-ins by city and year, miles by shoe, films by weekday. Every kind also has ${listed(timeNames)}. There are ${countables.map(describe).join("; ")}. Rows of a dimension of time are in its order, others from the largest. A row without a value, such as a play without an album, is in the total only. Without by: the total.`,
        parameters: {
          of: Schema.Literals(countables.map(({ of }) => of)).annotate({ description: "What to count" }),
          by: optional(
            Schema.Array(words).check(Schema.isMaxLength(2)),
            'One or two dimensions, such as ["city", "year"]',
          ),
          measure: optional(words, "What to add up instead of counting"),
          where: optional(
            Schema.Record(Schema.String, words),
            'Only rows with these values of dimensions, such as {"artist": "Low", "year": "2024"}',
          ),
          ...days,
          limit: optional(
            Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })),
            `How many groups at most: ${defaultLimit} if not given. A question reads ${maxRows} rows at most`,
          ),
        },
      },
      (asked) => {
        const countable = countables.find(({ of }) => of === asked.of)
        return countable === undefined
          ? Effect.fail(
              new Refused({ message: `of must be one of ${listed(countables.map(({ of }) => of))}` }),
            )
          : count(countable, asked, zone)
      },
    ),
  ]
}
