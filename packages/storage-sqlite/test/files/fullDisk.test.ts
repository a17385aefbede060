import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fillDisks, noSmallDisk } from "../../faults/fullDisks.ts"
import { kinds } from "../../faults/writes.ts"

describe.skipIf(noSmallDisk !== undefined)(
  `a full disk${noSmallDisk === undefined ? "" : `: ${noSmallDisk}`}`,
  () => {
    it.effect(
      "refuses writes of every kind, and loses nothing; the same connection writes once there is space",
      () =>
        Effect.gen(function* () {
          const { again, newFile, refused, wrong } = yield* fillDisks(1)
          assert.deepStrictEqual(wrong, [])
          assert.sameMembers(Object.keys(refused), Object.keys(kinds))
          assert.match(newFile, /cannot be opened: The disk of the database .* free/)
          assert.match(again, /cannot be opened: The disk of the database .* free/)
        }),
    )
  },
)
