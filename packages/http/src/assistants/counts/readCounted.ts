import { addDays, Granularity, isLocalDate, nextBucket } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Refused } from "../apiCalls.ts"
import { ask } from "../tool.ts"
import type { Countable } from "./countable.ts"
import { type Group, Groups } from "./groups.ts"
import { readFirst } from "./readRows.ts"
import { hourNamed, isTime, type TimeName, weekdayNamed } from "./timeDimensions.ts"

/** One read per step of time that has any rows. */
const maxSteps = 120

export interface CountedQuestion {
  readonly by: ReadonlyArray<string>
  readonly from?: string
  readonly to?: string
  readonly limit: number
}

export interface Counted {
  readonly groups: ReadonlyArray<Pick<Group, "count" | "labels">>
  /** The number of all groups. */
  readonly total: number
  /** The count of all rows. */
  readonly count: number
}

type Reads = NonNullable<Countable["counted"]>

const unexpected = () => new Refused({ message: "Unexpected response from Daybook" })

const decoding = <S extends Schema.Top & { readonly DecodingServices: never }>(schema: S) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (said: unknown) => Effect.mapError(decode(said), unexpected)
}

const topRowIn = decoding(
  Schema.Struct({ name: Schema.String, detail: Schema.optionalKey(Schema.String), playcount: Schema.Int }),
)
const trendsIn = decoding(
  Schema.Struct({ points: Schema.Array(Schema.Struct({ start: Schema.String, count: Schema.Int })) }),
)
const clockIn = decoding(
  Schema.Struct({ hours: Schema.Array(Schema.Int), weekdays: Schema.Array(Schema.Int) }),
)

const isGranularity = Schema.is(Granularity)

const sumOf = (groups: ReadonlyArray<{ readonly count: number }>) =>
  groups.reduce((sum, { count }) => sum + count, 0)

/** The steps of trends that have any, in their order. */
const stepsOf = Effect.fnUntraced(function* (
  { trends }: Reads,
  by: Granularity,
  { from, to }: CountedQuestion,
) {
  const { points } = yield* trendsIn(yield* ask({ path: trends, query: { by, from, to } }))
  return points.filter(({ count }) => count > 0)
})

const labelled = (by: TimeName, start: string) =>
  by === "year" ? start.slice(0, 4) : by === "month" ? start.slice(0, 7) : start

const byTime = Effect.fnUntraced(function* (reads: Reads, by: TimeName, question: CountedQuestion) {
  if (isGranularity(by)) {
    const steps = yield* stepsOf(reads, by, question)
    return steps.map(({ count, start }) => ({ labels: [labelled(by, start)], count }))
  }
  const { from, to } = question
  const { hours, weekdays } = yield* clockIn(yield* ask({ path: reads.clock, query: { from, to } }))
  const named = by === "hour" ? hours : weekdays
  return named
    .map((count, at) => ({ labels: [by === "hour" ? hourNamed(at) : weekdayNamed(at)], count }))
    .filter(({ count }) => count > 0)
})

/** The most counted names of a period, and how many names it has. */
const topOf = Effect.fnUntraced(function* (path: string, { from, limit, to }: Omit<CountedQuestion, "by">) {
  const query = from === undefined && to === undefined ? { period: "overall" } : { from, to }
  const { rows, total } = yield* readFirst({ path, query }, limit)
  const named = yield* Effect.forEach(rows, topRowIn)
  const groups = named.map(({ detail = "", name, playcount }) => ({
    label: detail === "" ? name : `${name} by ${detail}`,
    count: playcount,
  }))
  return { groups, total }
})

const later = (one: string, other: string | undefined) => (other === undefined || one > other ? one : other)
const earlier = (one: string, other: string | undefined) => (other === undefined || one < other ? one : other)

/** The last day of a step. */
const endOf = (start: string, by: Granularity): string =>
  isLocalDate(start) ? addDays(nextBucket(start, by), -1) : start

/** The most counted pairs of a name and a step: each is among the most counted names of its step. */
const byNameAndTime = Effect.fnUntraced(function* (
  reads: Reads,
  path: string,
  step: Granularity,
  question: CountedQuestion,
) {
  const steps = yield* stepsOf(reads, step, question)
  if (steps.length > maxSteps) {
    return yield* new Refused({
      message: `That is ${steps.length} ${step}s, and one question reads ${maxSteps} at most: pass a shorter period, or longer steps`,
    })
  }
  const tops = yield* Effect.forEach(
    steps,
    ({ start }) =>
      topOf(path, {
        from: later(start, question.from),
        to: earlier(endOf(start, step), question.to),
        limit: question.limit,
      }),
    { concurrency: 4 },
  )
  const groups = new Groups()
  const isTimeFirst = question.by[0] === step
  for (const [at, top] of tops.entries()) {
    const time = labelled(step, steps[at]?.start ?? "")
    for (const { count, label } of top.groups)
      groups.add(isTimeFirst ? [[time], [label]] : [[label], [time]], count, 0)
  }
  return {
    groups: groups.sorted(false, ({ count }) => count).slice(0, question.limit),
    total: tops.reduce((sum, { total }) => sum + total, 0),
    count: sumOf(steps),
  }
})

/** Reads counts that exist already; undefined if none fits the question. */
export const readCounted = Effect.fnUntraced(function* (
  reads: Reads,
  question: CountedQuestion,
): Effect.fn.Return<Counted | undefined, Refused, Effect.Services<ReturnType<typeof ask>>> {
  const { by, limit } = question
  const name = by.find((one) => one in reads.top)
  const time = by.find(isTime)
  const path = name === undefined ? undefined : reads.top[name]
  if (by.length > (path === undefined ? 0 : 1) + (time === undefined ? 0 : 1)) return undefined
  if (path !== undefined && time !== undefined)
    return isGranularity(time) ? yield* byNameAndTime(reads, path, time, question) : undefined
  if (path !== undefined) {
    const { groups, total } = yield* topOf(path, question)
    const count = sumOf(yield* byTime(reads, "year", question))
    return { groups: groups.map(({ count, label }) => ({ labels: [label], count })), total, count }
  }
  const groups = yield* byTime(reads, time ?? "year", question)
  const count = sumOf(groups)
  return time === undefined
    ? { groups: [], total: 0, count }
    : { groups: groups.slice(0, limit), total: groups.length, count }
})
