import { StorageRoom, StorageUnavailable } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { freeBytes, inMegabytes } from "./disk.ts"

// With fewer free bytes than this the log warns.
const warnedFrom = 256 << 20

// With fewer free bytes than this no large work begins: a batch of an import takes about 10 MB, and SQLite's log as much.
const refusedFrom = 64 << 20

const lookedAtEvery = "1 minute"
const warnedEvery = 60 * 60_000

/**
 * Watches the disk of the data folder. While less than 256 MB are free it logs a warning, once an hour; while less
 * than 64 MB are free no work that takes much space may start (`StorageRoom`).
 */
export const layerRoom = (dataDir: string, free = freeBytes): Layer.Layer<never> =>
  Layer.effect(
    StorageRoom,
    Effect.gen(function* () {
      let warnedAt = -Infinity
      const look = Effect.gen(function* () {
        const bytes = free(dataDir)
        const now = yield* Clock.currentTimeMillis
        if (bytes === undefined || bytes >= warnedFrom || now - warnedAt < warnedEvery) return
        warnedAt = now
        yield* Effect.logWarning(
          `only ${inMegabytes(bytes)} free on the disk of DATA_DIR (${dataDir}): ` +
            `below ${inMegabytes(refusedFrom)} imports and syncs stop, and a full disk stops every write`,
        )
      })
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(look, Effect.sleep(lookedAtEvery))))
      return Effect.suspend(() => {
        const bytes = free(dataDir)
        if (bytes === undefined || bytes >= refusedFrom) return Effect.void
        return Effect.fail(
          new StorageUnavailable({
            message:
              `Only ${inMegabytes(bytes)} free on the disk of DATA_DIR. Imports and syncs need ` +
              `${inMegabytes(refusedFrom)}. Free some space and try again: the work resumes where it stopped.`,
            retryAfter: 60,
          }),
        )
      })
    }),
  )
