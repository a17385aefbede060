import type { ArticleId, ExactVectors } from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Semaphore from "effect/Semaphore"
import type { Constructor, Fragment } from "effect/sql/Statement"

/** How a database finds a space of vectors, and reads those that this process does not have yet. */
interface Spaces<Space, E> {
  readonly sql: Constructor
  readonly findSpace: (which: Fragment) => Effect.Effect<Space | undefined, E>
  readonly load: (space: Space) => Effect.Effect<ExactVectors<ArticleId>, E>
  /** Completes when vectors may be loaded although no search wants them; by default never. */
  readonly early?: Effect.Effect<void>
}

/**
 * Searches vectors in this process: each search first loads those stored since the last one, one load at a time. The first search after
 * a start waits for all of them, and its text is being embedded meanwhile: `begin` loads those of the space in use, the last written one.
 */
export const searchVectors = Effect.fnUntraced(function* <Space, E>({
  early = Effect.never,
  findSpace,
  load,
  sql,
}: Spaces<Space, E>) {
  const oneLoads = yield* Semaphore.make(1)
  const isWanted = yield* Latch.make()

  const loaded = Effect.fnUntraced(function* (which: Fragment) {
    const space = yield* findSpace(which)
    return space === undefined ? undefined : yield* oneLoads.withPermit(load(space))
  })

  yield* Effect.race(isWanted.await, early).pipe(
    Effect.andThen(loaded(sql`id = (select space_id from article_vectors order by revision desc limit 1)`)),
    Effect.catchCause((cause) => Effect.logWarning("loading articles' vectors early failed", cause)),
    Effect.forkScoped,
  )

  const nearest = Effect.fn("VectorIndex.nearest")(function* (
    model: string,
    vector: Float32Array,
    limit: number,
  ) {
    const vectors = yield* loaded(sql`model = ${model} and dimensions = ${vector.length}`)
    return vectors?.nearest(vector, limit) ?? []
  }, Effect.orDie)

  return { begin: isWanted.open, nearest }
})
