import { type GroupCommitOptions, Overloaded, ProfileStore, GroupCommit } from "@daybook/profiles"
import { StorageUnavailable } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { makeStore, newRequest } from "./profileStore.ts"

/** A group commit whose writes wait until the test lets them continue. */
const withCommits = <A, E>(
  body: (
    commits: GroupCommit["Service"],
    batches: ReadonlyArray<ReadonlyArray<string>>,
    open: Effect.Effect<unknown>,
    /** Whether it was full each time when a batch went out. */
    full: ReadonlyArray<boolean>,
  ) => Effect.Effect<A, E>,
  options: GroupCommitOptions = {},
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
    return yield* Effect.flatMap(GroupCommit, (commits) => {
      isFull = () => commits.isFull(newRequest("a"))
      return body(commits, batches, Deferred.succeed(opened, undefined), full)
    }).pipe(Effect.provide(GroupCommit.layer(options).pipe(Layer.provide(Layer.succeed(ProfileStore, slow)))))
  })

const sendAll = (commits: GroupCommit["Service"], ids: ReadonlyArray<string>, bytes?: number) =>
  Effect.forkChild(
    Effect.forEach(ids, (id) => Effect.exit(commits.accept(newRequest(id, bytes))), {
      concurrency: "unbounded",
    }),
  )

const mebibyte = 1024 * 1024

describe("the group commit", () => {
  it.effect("assigns a request an id of version 7", () =>
    withCommits((commits, _, open) =>
      Effect.gen(function* () {
        yield* open
        assert.match(yield* commits.accept(newRequest("ann")), /^00000000-0000-7...-[89ab]...-.{12}$/)
      }),
    ),
  )

  it.effect("writes what came while the last batch was being written together, in the order it came", () =>
    withCommits((commits, batches, open) =>
      Effect.gen(function* () {
        const first = yield* sendAll(commits, ["a"])
        yield* Effect.yieldNow
        yield* Effect.yieldNow
        const others = yield* sendAll(commits, ["b", "c", "d"])
        yield* Effect.yieldNow
        yield* open
        const exits = [...(yield* Fiber.join(first)), ...(yield* Fiber.join(others))]
        assert.isTrue(exits.every(Exit.isSuccess))
        assert.strictEqual(new Set(exits.map((exit) => Exit.isSuccess(exit) && exit.value)).size, 4)
        assert.deepStrictEqual(batches, [["a"], ["b", "c", "d"]])
      }),
    ),
  )

  it.effect("writes a batch one by one when the store cannot take it, and fails only the unfit one", () =>
    withCommits((commits, batches, open) =>
      Effect.gen(function* () {
        const first = yield* sendAll(commits, ["first"])
        yield* Effect.yieldNow
        yield* Effect.yieldNow
        const others = yield* sendAll(commits, ["a", "unfit", "b"])
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

  it.effect(
    "calls again for a request whose response was lost, and fails only that request if the retry fails",
    () =>
      Effect.gen(function* () {
        const { store } = makeStore()
        const offers: Array<readonly [ids: ReadonlyArray<string>, again: boolean]> = []
        const away = new StorageUnavailable({ message: "the database is away", retryAfter: 5 })
        const lossy = ProfileStore.of({
          ...store,
          accept: (requests, now, again = false) =>
            Effect.suspend(() => {
              const ids = requests.map(({ requestId }) => requestId)
              offers.push([ids, again])
              const isHeld = requests.some(({ changes }) => changes[0]?.distinctId === "held")
              return !again || isHeld ? Effect.die(away) : store.accept(requests, now)
            }),
        })
        yield* Effect.flatMap(
          GroupCommit,
          Effect.fnUntraced(function* (commits) {
            const exits = yield* Fiber.join(yield* sendAll(commits, ["a", "held", "b"]))
            assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, true])
          }),
        ).pipe(Effect.provide(GroupCommit.layer().pipe(Layer.provide(Layer.succeed(ProfileStore, lossy)))))
        // Each is tried again, with the id that it had.
        const first = offers.filter(([, again]) => !again).flatMap(([ids]) => ids)
        const second = offers.filter(([, again]) => again)
        assert.deepStrictEqual(
          second.map(([ids]) => ids.length),
          [1, 1, 1],
        )
        assert.deepStrictEqual(
          second.flatMap(([ids]) => ids),
          first,
        )
      }),
  )

  it.effect("writes no more together once it has four megabytes, and counts those that still wait", () =>
    withCommits(
      (commits, batches, open, full) =>
        Effect.gen(function* () {
          const first = yield* sendAll(commits, ["first"])
          yield* Effect.yieldNow
          yield* Effect.yieldNow
          const others = yield* sendAll(commits, ["a", "b"], 2 * mebibyte)
          const large = yield* sendAll(commits, ["c"], 10 * mebibyte)
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
      withCommits(
        (commits, _, open) =>
          Effect.gen(function* () {
            const first = yield* sendAll(commits, ["first"])
            yield* Effect.yieldNow
            yield* Effect.yieldNow
            const waiting = yield* sendAll(commits, ["a", "b", "c"])
            yield* Effect.yieldNow
            assert.isTrue(commits.isFull(newRequest("d")))
            assert.instanceOf(yield* Effect.flip(commits.accept(newRequest("d"))), Overloaded)
            yield* open
            yield* Fiber.join(first)
            yield* Fiber.join(waiting)
            assert.isFalse(commits.isFull(newRequest("d")))
            yield* commits.accept(newRequest("d"))
          }),
        options,
      ),
    ),
  )
})
