import { type InboxOptions, Overloaded, type PartAway, ProfileStore, ProfileInbox } from "@daybook/profiles"
import { StorageUnavailable } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { makeStore, newRequest } from "./profileStore.ts"

/** An inbox whose writes wait until the test lets them go on. */
const withInbox = <A, E>(
  body: (
    inbox: ProfileInbox["Service"],
    batches: ReadonlyArray<ReadonlyArray<string>>,
    open: Effect.Effect<unknown>,
    /** Whether the inbox was full each time when a batch went out. */
    full: ReadonlyArray<boolean>,
  ) => Effect.Effect<A, E>,
  options: InboxOptions = {},
) =>
  Effect.gen(function* () {
    const opened = yield* Deferred.make<void>()
    const { batches, store } = makeStore()
    const full: Array<boolean> = []
    let isFull = () => false
    const slow = ProfileStore.of({
      ...store,
      accept: (requests, now) => {
        full.push(isFull())
        return Effect.andThen(Deferred.await(opened), store.accept(requests, now))
      },
    })
    return yield* Effect.flatMap(ProfileInbox, (inbox) => {
      isFull = inbox.isFull
      return body(inbox, batches, Deferred.succeed(opened, undefined), full)
    }).pipe(
      Effect.provide(ProfileInbox.layer(options).pipe(Layer.provide(Layer.succeed(ProfileStore, slow)))),
    )
  })

const sendAll = (inbox: ProfileInbox["Service"], ids: ReadonlyArray<string>, bytes?: number) =>
  Effect.forkChild(
    Effect.forEach(ids, (id) => Effect.exit(inbox.accept(newRequest(id, bytes))), {
      concurrency: "unbounded",
    }),
  )

const mebibyte = 1024 * 1024

describe("the inbox", () => {
  it.effect("gives a request an id of version 7 that ends with the lane of its profile", () =>
    withInbox((inbox, _, open) =>
      Effect.gen(function* () {
        yield* open
        assert.match(
          yield* inbox.accept(newRequest("a".repeat(171))),
          /^00000000-0000-7...-[89ab]...-.{10}ab$/,
        )
        assert.match(yield* inbox.accept(newRequest("ann")), /03$/)
      }),
    ),
  )

  it.effect("writes what came while the last batch was being written together, in the order it came", () =>
    withInbox((inbox, batches, open) =>
      Effect.gen(function* () {
        const first = yield* sendAll(inbox, ["a"])
        yield* Effect.yieldNow
        yield* Effect.yieldNow
        const others = yield* sendAll(inbox, ["b", "c", "d"])
        yield* Effect.yieldNow
        yield* open
        const exits = [...(yield* Fiber.join(first)), ...(yield* Fiber.join(others))]
        assert.isTrue(exits.every(Exit.isSuccess))
        assert.strictEqual(new Set(exits.map((exit) => Exit.isSuccess(exit) && exit.value)).size, 4)
        assert.deepStrictEqual(batches, [["a"], ["b", "c", "d"]])
      }),
    ),
  )

  it.effect("writes a batch one by one when the store cannot take it, and fails the unfit one alone", () =>
    withInbox((inbox, batches, open) =>
      Effect.gen(function* () {
        const first = yield* sendAll(inbox, ["first"])
        yield* Effect.yieldNow
        yield* Effect.yieldNow
        const others = yield* sendAll(inbox, ["a", "unfit", "b"])
        yield* Effect.yieldNow
        yield* open
        assert.isTrue((yield* Fiber.join(first)).every(Exit.isSuccess))
        const [a, unfit, b] = yield* Fiber.join(others)
        assert.isTrue(a !== undefined && Exit.isSuccess(a))
        assert.isTrue(b !== undefined && Exit.isSuccess(b))
        assert.isTrue(unfit !== undefined && Exit.isFailure(unfit) && Cause.hasDies(unfit.cause))
        assert.deepStrictEqual(batches, [["first"], ["a", "unfit", "b"], ["a"], ["unfit"], ["b"]])
      }),
    ),
  )

  /** Sends requests at once to a store of two parts, of which the second, with ids that are far or led there, is away. */
  const sendToParts = Effect.fnUntraced(function* (
    ids: ReadonlyArray<string>,
    known: ReadonlyArray<PartAway>,
  ) {
    const { batches, store } = makeStore()
    const opened = yield* Deferred.make<void>()
    const away = new StorageUnavailable({ message: "a node is away", retryAfter: 5 })
    const inParts = ProfileStore.of({
      ...store,
      partOf: (distinctId) => (distinctId.startsWith("far") ? 2 : 1),
      away: Effect.succeed(known),
      accept: (requests, now) =>
        Deferred.await(opened).pipe(
          Effect.andThen(store.accept(requests, now)),
          Effect.tap(() =>
            batches.at(-1)?.some((id) => /^(?:far|led)/.test(id)) === true ? Effect.die(away) : Effect.void,
          ),
        ),
    })
    return yield* Effect.flatMap(
      ProfileInbox,
      Effect.fnUntraced(function* (inbox) {
        const first = yield* sendAll(inbox, ["first"])
        yield* Effect.yieldNow
        const rest = yield* sendAll(inbox, ids)
        yield* Effect.yieldNow
        yield* Deferred.succeed(opened, undefined)
        yield* Fiber.join(first)
        const exits = yield* Fiber.join(rest)
        return { isStored: exits.map(Exit.isSuccess), batches: batches.slice(2) }
      }),
    ).pipe(Effect.provide(ProfileInbox.layer().pipe(Layer.provide(Layer.succeed(ProfileStore, inParts)))))
  })

  const second: PartAway = { id: 2, lanes: 128, trouble: "it does not answer" }

  it.effect(
    "writes a batch part by part when the store is away, and fails those of the part that is away",
    () =>
      Effect.gen(function* () {
        const { batches, isStored } = yield* sendToParts(["near 1", "far 1", "near 2", "far 2"], [])
        assert.deepStrictEqual(isStored, [true, false, true, false])
        assert.deepStrictEqual(batches, [
          ["near 1", "near 2"],
          ["far 1", "far 2"],
        ])
      }),
  )

  it.effect(
    "writes those of a part that answers one by one where a merged id leads to one that is away",
    () =>
      Effect.gen(function* () {
        const { batches, isStored } = yield* sendToParts(
          ["near 1", "far 1", "led", "far 2", "near 2"],
          [second],
        )
        assert.deepStrictEqual(isStored, [true, false, false, false, true])
        assert.deepStrictEqual(batches, [
          ["near 1", "led", "near 2"],
          ["near 1"],
          ["led"],
          ["near 2"],
          ["far 1", "far 2"],
        ])
      }),
  )

  it.effect("writes no more together once it has four megabytes, and counts those that still wait", () =>
    withInbox(
      (inbox, batches, open, full) =>
        Effect.gen(function* () {
          const first = yield* sendAll(inbox, ["first"])
          yield* Effect.yieldNow
          yield* Effect.yieldNow
          const others = yield* sendAll(inbox, ["a", "b"], 2 * mebibyte)
          const large = yield* sendAll(inbox, ["c"], 10 * mebibyte)
          yield* Effect.yieldNow
          yield* open
          const exits = yield* Effect.forEach([first, others, large], Fiber.join)
          assert.isTrue(exits.flat().every(Exit.isSuccess))
          assert.deepStrictEqual(batches, [["first"], ["a", "b"], ["c"]])
          assert.deepStrictEqual(full, [false, true, false])
        }),
      { maxBytes: 10 * mebibyte },
    ),
  )

  it.effect("is full at its bounds, in requests and in bytes, and is free again afterwards", () =>
    Effect.forEach([{ maxWaiting: 3 }, { maxBytes: 300 }], (options) =>
      withInbox(
        (inbox, _, open) =>
          Effect.gen(function* () {
            const first = yield* sendAll(inbox, ["first"])
            yield* Effect.yieldNow
            yield* Effect.yieldNow
            const waiting = yield* sendAll(inbox, ["a", "b", "c"])
            yield* Effect.yieldNow
            assert.isTrue(inbox.isFull())
            assert.instanceOf(yield* Effect.flip(inbox.accept(newRequest("d"))), Overloaded)
            yield* open
            yield* Fiber.join(first)
            yield* Fiber.join(waiting)
            assert.isFalse(inbox.isFull())
            yield* inbox.accept(newRequest("d"))
          }),
        options,
      ),
    ),
  )
})
