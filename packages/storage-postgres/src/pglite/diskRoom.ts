import { StorageRoom, StorageUnavailable } from "@daybook/kernel"
import { Clock, Effect, Layer } from "effect"
import { freeBytes, inMegabytes } from "./disk.ts"

/** From here on down the log warns. */
const warnedFrom = 256 << 20

/** From here on down nothing is begun that takes much: a batch of an import takes some 10 MB, and its log as much. */
const refusedFrom = 64 << 20

const lookedAtEvery = "1 minute"
const warnedEvery = 60 * 60_000

/**
 * Watches the disk that the data folder is on: warns in the log, once an hour, while less than 256 MB are free, and
 * lets nothing be begun that takes much room (`StorageRoom`) while less than 64 MB are.
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
          `only ${inMegabytes(bytes)} are free on the disk that DATA_DIR is on (${dataDir}); make room: ` +
            `below ${inMegabytes(refusedFrom)} imports and syncs are refused, and without room nothing can be stored`,
        )
      })
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(look, Effect.sleep(lookedAtEvery))))
      return Effect.suspend(() => {
        const bytes = free(dataDir)
        if (bytes === undefined || bytes >= refusedFrom) return Effect.void
        return Effect.fail(
          new StorageUnavailable({
            message:
              `Only ${inMegabytes(bytes)} are free on the disk that DATA_DIR is on, and imports and syncs need ` +
              `${inMegabytes(refusedFrom)}. Make room and try again: it carries on where it stopped.`,
            retryAfter: 60,
          }),
        )
      })
    }),
  )
