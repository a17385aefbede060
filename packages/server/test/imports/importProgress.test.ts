import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { type FileProgress, showProgress } from "../../src/imports/importProgress.ts"

/** The lines that are shown of an import of 100,000 rows in ten seconds, by an output of this kind. */
const shown = (onTerminal: boolean, columns: number, name = "plays.json") =>
  Effect.gen(function* () {
    const written: Array<string> = []
    let at: FileProgress = { doing: "looking through it", rows: 0, share: 0.5 }
    const output = { onTerminal, columns, write: (text: string) => void written.push(text) }
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* showProgress(name, () => at, output)
        for (let second = 1; second <= 10; second++) {
          yield* TestClock.adjust("1 second")
          at = { doing: "importing", rows: second * 10_000, share: second / 10 }
        }
      }),
    )
    return written
  })

describe("the progress of an import", () => {
  it.effect("is one line on a terminal from the first moment on, with rows, rate and time left", () =>
    Effect.gen(function* () {
      for (const columns of [0, 80]) {
        const written = yield* shown(true, columns)
        assert.strictEqual(written[0], "\r\u001b[2Kplays.json: looking through it, 50 %")
        assert.match(
          written.at(-2)?.replace("\r\u001b[2K", "") ?? "",
          /^plays\.json: importing, 90 %, 90,000 rows, \d+,\d{3}\/s, 0:0[12] left$/,
        )
        assert.strictEqual(written.at(-1), "\r\u001b[2K", "the line is cleared at the end")
      }
      const long = yield* shown(true, 40, `a-very-long-${"name-".repeat(20)}.json`)
      for (const line of long) assert.isBelow(line.replace("\r\u001b[2K", "").length, 40)
    }),
  )

  it.effect("is a line every five seconds elsewhere, from the first second on", () =>
    Effect.gen(function* () {
      const written = yield* shown(false, 0)
      assert.lengthOf(written, 2)
      assert.isTrue(written.every((line) => /^plays\.json: .*\n$/.test(line)))
    }),
  )
})
