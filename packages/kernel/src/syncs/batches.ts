import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { SourceCursor } from "./cursor.ts"
import type { SourceError } from "../errors.ts"
import { type EventTiming, rejectFuture, type Source, tryRowsAgain } from "./rejectFuture.ts"

/** One batch of a source, with the cursor from which the source carries on after it. */
export interface SourceBatch<Item> {
  readonly items: ReadonlyArray<Item>
  /** Only the adapter that wrote it can read it. Saved in the transaction that stores the items. */
  readonly cursor: string
}

/**
 * Reads a source in batches from the cursor, or from the beginning without one. The stream ends when nothing is left.
 * An item may come more than once.
 */
export type ReadBatches<Item> = (
  cursor: Option.Option<string>,
) => Stream.Stream<SourceBatch<Item>, SourceError>

/** The store of a domain's batches: each batch and the cursor after it in one transaction. */
export interface BatchStore<Item> {
  /** The last cursor saved for the source. */
  readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
  /** Returns the number of new or changed items. */
  readonly store: (items: ReadonlyArray<Item>, cursor: SourceCursor) => Effect.Effect<number>
  /** Why the item cannot be stored; undefined if it can. Files report it; `store` rejects the item. */
  readonly problemOf?: (item: Item) => string | undefined
  /** Present where items are events: those from the future are not stored. */
  readonly happened?: EventTiming<Item>
  /** The refs of the items that are already stored. A doubtful item that the owner accepted is not rejected again. */
  readonly stored?: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlySet<string>>
}

/**
 * Stores the source's items since its saved cursor, after `readAgain` has tried its due rejected rows.
 * Returns 0: nothing is left for another call.
 */
export const storeBatches = Effect.fnUntraced(function* <Item>(
  { cursor, happened, store }: BatchStore<Item>,
  source: Source<Item>,
  read: ReadBatches<Item>,
  report: (items: number) => Effect.Effect<void>,
) {
  const { name } = source
  const saved = yield* cursor(name)
  const storeAt = (items: ReadonlyArray<Item>, next: string) =>
    Effect.flatMap(store(items, { source: name, cursor: next }), report)
  if (Option.isSome(saved)) {
    yield* tryRowsAgain(source, happened, (items) => storeAt(items, saved.value))
  }
  yield* Stream.runForEach(
    read(saved),
    Effect.fnUntraced(function* ({ items, cursor: next }) {
      yield* storeAt(happened === undefined ? items : yield* rejectFuture(name, happened, items), next)
    }),
  )
  return 0
})
