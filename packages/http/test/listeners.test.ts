import { assert, describe, it } from "@effect/vitest"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { Listeners, type LiveValue } from "../src/activity/frame/live/listeners.ts"

const admitted = Effect.succeed(true)
const value = (tag: number, atFirst = false): LiveValue => ({
  event: "changed",
  data: JSON.stringify({ domain: "a", version: tag }),
  tag: String(tag),
  atFirst,
})

const taken = (queue: Queue.Queue<Uint8Array, Cause.Done>) =>
  Effect.map(Queue.takeAll(queue), (pieces) => pieces.map((piece) => new TextDecoder().decode(piece)))

describe("listeners", () => {
  it.effect("hear nothing before every value is known, then only changed values", () =>
    Effect.gen(function* () {
      const listeners = new Listeners()
      const early = yield* listeners.join(undefined, admitted)
      listeners.tell("a", value(1))
      listeners.tell("a", value(2))
      assert.deepStrictEqual(yield* taken(early.queue), ["retry: 3000\n\n"])
      listeners.tell("b", value(7, true))
      listeners.complete()
      assert.deepStrictEqual(yield* taken(early.queue), [
        'id: a=2&b=7\nevent: changed\ndata: {"domain":"a","version":7}\n\n',
      ])
      for (const [known, missed] of [
        ["a=2&b=7", ["id: a=2&b=7\n\n"]],
        ["a=1&b=7", ['id: a=2&b=7\nevent: changed\ndata: {"domain":"a","version":2}\n\n']],
      ] as const) {
        const { queue } = yield* listeners.join(known, admitted)
        assert.deepStrictEqual(yield* taken(queue), ["retry: 3000\n\n", ...missed])
      }
      const odd = yield* listeners.join("no id of ours", admitted)
      assert.strictEqual((yield* taken(odd.queue)).length, 3, "an unknown id has missed everything")
    }),
  )

  it.effect("are let go when too much waits for them, and no one else is", () =>
    Effect.gen(function* () {
      const listeners = new Listeners()
      listeners.tell("a", value(0))
      listeners.complete()
      const slow = yield* listeners.join(undefined, admitted)
      const quick = yield* listeners.join(undefined, admitted)
      for (let version = 1; version <= 1_000; version++) {
        listeners.tell("a", value(version))
        yield* taken(quick.queue)
      }
      assert.strictEqual(listeners.size, 1)
      assert.isAtMost(Queue.sizeUnsafe(slow.queue), 64)
      assert.isAtMost((yield* taken(slow.queue)).length, 64)
      assert.isTrue(Queue.isEnqueue(slow.queue) && slow.queue.state._tag === "Done")
    }),
  )
})
