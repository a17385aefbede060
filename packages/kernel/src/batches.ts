import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { SourceCursor } from "./cursor.ts"
import type { SourceError } from "./errors.ts"
import { type Happened, keepFuture, type ReadAgain, tryRowsAgain } from "./happened.ts"

/** One batch that a source gave, and the cursor from which the source carries on after it. */
export interface SourceBatch<Item> {
  readonly items: ReadonlyArray<Item>
  /** Only the adapter that wrote it can read it. Saved in the transaction that stores the items. */
  readonly cursor: string
}

/** How a domain stores what comes in batches, each with the cursor after it in one transaction. */
export interface BatchStore<Item> {
  /** The cursor that was last saved for the source. */
  readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
  /** Gives how many of the items are new or have changed. */
  readonly store: (items: ReadonlyArray<Item>, cursor: SourceCursor) => Effect.Effect<number>
  /** Set where items have happened: those from the future are not stored. */
  readonly happened?: Happened<Item>
}

/**
 * Stores what a source has since the cursor that was saved for it, once the rows of it that are set aside and due were
 * tried again by `readAgain`. Gives 0: nothing is left for another call.
 */
export const storeBatches = Effect.fnUntraced(function* <Item>(
  { cursor, happened, store }: BatchStore<Item>,
  source: string,
  batches: (cursor: Option.Option<string>) => Stream.Stream<SourceBatch<Item>, SourceError>,
  report: (items: number) => Effect.Effect<void>,
  readAgain?: ReadAgain<Item>,
) {
  const saved = yield* cursor(source)
  const storeAt = (items: ReadonlyArray<Item>, next: string) =>
    Effect.flatMap(store(items, { source, cursor: next }), report)
  if (Option.isSome(saved)) {
    yield* tryRowsAgain(source, readAgain, happened, (items) => storeAt(items, saved.value))
  }
  yield* Stream.runForEach(
    batches(saved),
    Effect.fnUntraced(function* ({ items, cursor: next }) {
      yield* storeAt(happened === undefined ? items : yield* keepFuture(source, happened, items), next)
    }),
  )
  return 0
})
