import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { SourceError } from "./errors.ts"

/** One batch that a source gave, and the cursor from which the source carries on after it. */
export interface SourceBatch<Item> {
  readonly items: ReadonlyArray<Item>
  /** Only the adapter that wrote it can read it. Saved in the transaction that stores the items. */
  readonly cursor: string
}

/** How far a source, or the import of a file, was read. */
export interface SourceCursor {
  readonly source: string
  readonly cursor: string
}

/** How a domain stores what comes in batches, each with the cursor after it in one transaction. */
export interface BatchStore<Item> {
  /** The cursor that was last saved for the source. */
  readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
  /** Gives how many of the items are new or have changed. */
  readonly store: (items: ReadonlyArray<Item>, cursor: SourceCursor) => Effect.Effect<number>
}

/** Stores what a source has since the cursor that was saved for it. Gives 0: nothing is left for another call. */
export const storeBatches = Effect.fnUntraced(function* <Item>(
  { cursor, store }: BatchStore<Item>,
  source: string,
  batches: (cursor: Option.Option<string>) => Stream.Stream<SourceBatch<Item>, SourceError>,
  report: (items: number) => Effect.Effect<void>,
) {
  const saved = yield* cursor(source)
  yield* Stream.runForEach(batches(saved), ({ items, cursor: next }) =>
    Effect.flatMap(store(items, { source, cursor: next }), report),
  )
  return 0
})
