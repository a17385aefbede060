import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { killWriters } from "../../faults/kills.ts"
import { notWatched } from "../../faults/watchedDisk.ts"

describe.skipIf(notWatched !== undefined)(
  `SIGKILL${notWatched === undefined ? "" : `: ${notWatched}`}`,
  () => {
    it.effect("within a commit takes nothing that was acknowledged, and leaves a file that is whole", () =>
      Effect.gen(function* () {
        const { acknowledged, wrong } = yield* killWriters(5, 51)
        assert.deepStrictEqual(wrong, [])
        assert.isAbove(acknowledged, 0)
      }),
    )
  },
)
