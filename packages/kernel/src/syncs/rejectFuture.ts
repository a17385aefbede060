import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type EpochMillis, storableInstant } from "../dates/calendar.ts"
import type { SourceError } from "../errors.ts"
import { RejectedRows, type StoredRejectedRow } from "./rejectedRows.ts"

/** A domain's items as events: none of them lies ahead of the clock. */
export interface EventTiming<Item> {
  /** The time of the event; undefined if unknown. */
  readonly at: (item: Item) => EpochMillis | undefined
  /** Equal for the same item. */
  readonly ref: (item: Item) => string
  /** The model of its form as a rejected row. */
  readonly schema: Schema.Codec<Item, unknown>
}

// Items are set aside as they came: stores tidy them, and only then do they pass the model's checks.
const untidied = { disableChecks: true }

/**
 * Clocks differ, and a service may write local time as if it were UTC: an item this far ahead does not count as
 * future.
 */
export const aheadMillis = 86_400_000

/** Why the item is not stored: it is in the future. Undefined if it is not. */
export const futureReason = <Item>(
  { at }: Pick<EventTiming<Item>, "at">,
  item: Item,
  now: EpochMillis,
): string | undefined =>
  (at(item) ?? 0) > now + aheadMillis ? "its time is more than a day in the future" : undefined

/** The items that have happened. The others are set aside, and tried again once the clock has come near them. */
export const rejectFuture = Effect.fnUntraced(function* <Item>(
  source: string,
  happened: EventTiming<Item>,
  items: ReadonlyArray<Item>,
) {
  const now = yield* Clock.currentTimeMillis
  const future = items.filter((item) => futureReason(happened, item, now) !== undefined)
  const { fit, keep } = yield* RejectedRows
  const past = future.length === 0 ? items : items.filter((item) => !future.includes(item))
  yield* fit(source, () => past.map(happened.ref))
  if (future.length === 0) return past
  const write = Schema.encodeUnknownSync(Schema.fromJsonString(happened.schema), untidied)
  yield* keep(
    future.map((item) => ({
      source,
      ref: happened.ref(item),
      kind: "item" as const,
      raw: write(item),
      reason: futureReason(happened, item, now) ?? "",
      tryAt: storableInstant((happened.at(item) ?? 0) - aheadMillis),
    })),
  )
  return past
})

/** Reads rows of a source again, with the usual decoder. Rows that are still rejected go to `RejectedRows`. */
export type ReadAgain<Item> = (
  rows: ReadonlyArray<unknown>,
) => Effect.Effect<ReadonlyArray<Item>, SourceError>

/** A service that items are read from. */
export interface Source<Item> {
  /** Its name in cursors and messages, such as `lastfm`. */
  readonly name: string
  /** Without it, rows that were set aside wait until the service lists them again. */
  readonly readAgain?: ReadAgain<Item>
}

/**
 * Tries the due rejected rows of a source again: `store` stores the valid ones. For syncs that do not use
 * `storeBatches`, before the source is read.
 */
export const tryRowsAgain = Effect.fnUntraced(function* <Item, R>(
  { name, readAgain }: Source<Item>,
  happened: EventTiming<Item> | undefined,
  store: (items: ReadonlyArray<Item>) => Effect.Effect<void, never, R>,
) {
  const { tryAgain } = yield* RejectedRows
  yield* tryAgain(
    name,
    Effect.fnUntraced(function* (rows) {
      const { items, tried } = yield* itemsAgain(rows, readAgain, happened)
      const past = happened === undefined ? items : yield* rejectFuture(name, happened, items)
      if (past.length > 0) yield* store(past)
      return tried
    }),
  )
})

// Custom sources may have stored invalid JSON.
const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** The items of rows that were set aside, and the rows that could be tried: a source may have no `readAgain`. */
const itemsAgain = Effect.fnUntraced(function* <Item>(
  rows: ReadonlyArray<StoredRejectedRow>,
  readAgain: ReadAgain<Item> | undefined,
  happened: EventTiming<Item> | undefined,
) {
  const sent = rows.flatMap((row) => {
    const parsed = row.kind === "row" && readAgain !== undefined ? parse(row.raw) : Option.none()
    return Option.isSome(parsed) ? [{ row, parsed: parsed.value }] : []
  })
  const read =
    readAgain === undefined || sent.length === 0 ? [] : yield* readAgain(sent.map(({ parsed }) => parsed))
  const items: Array<Item> = [...read]
  const tried = sent.map(({ row }) => row)
  if (happened !== undefined) {
    const decode = Schema.decodeUnknownOption(Schema.fromJsonString(happened.schema), untidied)
    for (const row of rows) {
      const item = row.kind === "item" ? decode(row.raw) : Option.none()
      if (Option.isNone(item)) continue
      items.push(item.value)
      tried.push(row)
    }
  }
  return { items, tried }
})
