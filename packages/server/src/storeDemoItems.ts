import * as Effect from "effect/Effect"

const batchSize = 5_000

/** Stores generated items in batches, and logs the progress. */
export const storeDemoItems = Effect.fnUntraced(function* <Item>(
  what: string,
  items: Iterable<Item>,
  store: (batch: ReadonlyArray<Item>) => Effect.Effect<unknown>,
) {
  const all = [...items]
  for (let start = 0; start < all.length; start += batchSize) {
    yield* store(all.slice(start, start + batchSize))
    yield* Effect.logInfo(`generated ${Math.min(start + batchSize, all.length)} of ${all.length} ${what}`)
  }
})
