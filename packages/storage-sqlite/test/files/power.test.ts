import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { cutPowerOf } from "../../faults/powerCuts.ts"
import { everyKind } from "../../faults/writes.ts"
import { notWatched } from "../../faults/watchedDisk.ts"

/** The same cuts each time: `npm run test:faults` tries others. */
const seed = 51

describe.skipIf(notWatched !== undefined)(
  `a power cut${notWatched === undefined ? "" : `: ${notWatched}`}`,
  () => {
    it.effect("takes nothing that was acknowledged, and leaves a file that is whole", () =>
      Effect.gen(function* () {
        const { broken, losses } = yield* cutPowerOf(everyKind, 20, seed)
        assert.deepStrictEqual({ broken, losses }, { broken: [], losses: [] })
      }),
    )

    it.effect("is noticed by this test, for it takes writes that do not wait for the disk", () =>
      Effect.gen(function* () {
        const { broken, losses } = yield* cutPowerOf(everyKind, 20, seed, "off")
        assert.isAbove(broken.length + losses.length, 0)
      }),
    )
  },
)
