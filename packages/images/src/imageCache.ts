import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ImageContent, ImageHash, ImageHead } from "./model.ts"
import { ImageStore } from "./ports.ts"
import type { ImageSize } from "./sizes.ts"

// The limits of the cache. The least recently used images go first.
const maxBytes = 32 * 1024 * 1024
const maxHeads = 20_000

/** Values by key in the order of use; the least recently used are dropped. */
class Recent<Value> {
  readonly #values = new Map<string, Value>()
  readonly #max: number
  readonly #sizeOf: (value: Value) => number
  #size = 0

  /** The sizes of all values together are at most `max`. */
  constructor(max: number, sizeOf: (value: Value) => number) {
    this.#max = max
    this.#sizeOf = sizeOf
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    // Taken out and put back: the map's order is that of use.
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#drop(key)
    this.#values.set(key, value)
    this.#size += this.#sizeOf(value)
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#max) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const value = this.#values.get(key)
    if (value === undefined) return
    this.#size -= this.#sizeOf(value)
    this.#values.delete(key)
  }
}

/**
 * Images in memory as requested: 32 MiB of bytes, and the type and length of 20,000. A hash never changes its
 * content, so nothing here grows stale. Concurrent callers for the same bytes share one read of the store.
 */
export const makeImageCache = Effect.gen(function* () {
  const store = yield* ImageStore
  const scope = yield* Effect.scope
  const contents = new Recent<ImageContent>(maxBytes, ({ bytes }) => bytes.length)
  const heads = new Recent<ImageHead>(maxHeads, () => 1)
  const underWay = new Map<string, Deferred.Deferred<Option.Option<ImageContent>>>()

  const read = (key: string, hash: ImageHash, size: ImageSize) =>
    Effect.suspend(() => {
      const same = underWay.get(key)
      if (same !== undefined) return Deferred.await(same)
      const done = Deferred.makeUnsafe<Option.Option<ImageContent>>()
      underWay.set(key, done)
      // It runs on when its caller hangs up: others may wait for it.
      return store.content(hash, size).pipe(
        Effect.tap(
          Option.match({
            onNone: () => Effect.void,
            onSome: (content) => {
              contents.set(key, content)
              heads.set(key, { contentType: content.contentType, length: content.bytes.length })
              return Effect.void
            },
          }),
        ),
        Effect.onExit((exit) => {
          underWay.delete(key)
          return Deferred.done(done, exit)
        }),
        Effect.forkIn(scope),
        Effect.andThen(Deferred.await(done)),
      )
    })

  return {
    content: (hash: ImageHash, size: ImageSize): Effect.Effect<Option.Option<ImageContent>> => {
      const key = `${hash} ${size}`
      const kept = contents.get(key)
      return kept === undefined ? read(key, hash, size) : Effect.succeedSome(kept)
    },
    head: (hash: ImageHash, size: ImageSize): Effect.Effect<Option.Option<ImageHead>> => {
      const key = `${hash} ${size}`
      const known = heads.get(key)
      if (known !== undefined) return Effect.succeedSome(known)
      return Effect.tap(store.head(hash, size), (head) =>
        Effect.sync(() => Option.isSome(head) && heads.set(key, head.value)),
      )
    },
  }
})
