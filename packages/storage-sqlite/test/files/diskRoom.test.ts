import { StorageRoom, storageRoom } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { TestClock } from "effect/testing"
import { layerRoom } from "../../src/folder/diskRoom.ts"

/** A disk with this many megabytes free, watched, and what the log says about it. */
const watched = (megabytes: number | undefined) => {
  const disk = { free: megabytes }
  const logs: Array<string> = []
  const logger = Logger.make(({ message }) => void logs.push(String(message)))
  const layer = layerRoom("/data", () => (disk.free === undefined ? undefined : disk.free * 1024 * 1024))
  return { disk, logs, layer: Layer.provideMerge(layer, Logger.layer([logger])) }
}

describe("the room on the disk of the data folder", () => {
  it.effect("is warned of while less than 256 MB are free, once an hour", () => {
    const { disk, layer, logs } = watched(300)
    return Effect.gen(function* () {
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(logs, [])
      disk.free = 255
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(logs.length, 1)
      assert.match(logs[0]!, /only 255 MB free/)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(logs.length, 2)
      disk.free = 1000
      yield* TestClock.adjust("5 hours")
      assert.strictEqual(logs.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "is too little for imports and syncs from 64 MB down, and the error says how much there is",
    () => {
      const { disk, layer } = watched(64)
      return Effect.gen(function* () {
        yield* storageRoom
        disk.free = 63
        const { message } = yield* Effect.flip(storageRoom)
        assert.match(message, /^Only 63 MB free on the disk of DATA_DIR\. .* need 64 MB\. Free some space/)
        disk.free = undefined
        yield* storageRoom
      }).pipe(Effect.provide(layer))
    },
  )

  it.effect("is no one's concern if no disk is watched", () => Effect.flatMap(StorageRoom, (room) => room))
})
