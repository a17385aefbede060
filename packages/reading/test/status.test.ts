import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { deriveHistory, deriveStatus, type ReadingSignals, type ReadingStatus } from "../src/index.ts"

const now = Date.parse("2026-05-06T07:08:09Z")

const signals = (more: Partial<ReadingSignals>): ReadingSignals => ({
  status: undefined,
  progress: 0,
  archived: false,
  savedAt: undefined,
  firstOpenedAt: undefined,
  lastOpenedAt: undefined,
  movedAt: undefined,
  changedAt: undefined,
  ...more,
})

describe("the status of an article", () => {
  const table: ReadonlyArray<readonly [progress: number, archived: boolean, status: ReadingStatus]> = [
    [0, false, "unread"],
    [0.001, false, "reading"],
    [0.5, false, "reading"],
    [0.7499, false, "reading"],
    [0.75, false, "finished"],
    [1, false, "finished"],
    [0, true, "skipped"],
    [0.001, true, "abandoned"],
    [0.7499, true, "abandoned"],
    [0.75, true, "finished"],
    [1, true, "finished"],
  ]
  for (const [progress, archived, status] of table) {
    it(`is ${status} at ${progress}, ${archived ? "archived" : "not archived"}`, () => {
      assert.strictEqual(deriveStatus({ progress, archived }), status)
    })
  }
})

describe("when an article was started and finished", () => {
  const read = {
    status: undefined,
    progress: 1,
    archived: true,
    savedAt: 1,
    firstOpenedAt: 2,
    lastOpenedAt: 3,
    movedAt: 4,
    changedAt: 5,
  }
  const table: ReadonlyArray<
    readonly [
      what: string,
      more: Partial<ReadingSignals>,
      startedAt: number | undefined,
      finishedAt: number | undefined,
    ]
  > = [
    ["the move to the archive", {}, 2, 4],
    ["the last opening, if it is not in the archive", { archived: false }, 2, 3],
    ["the last opening, if its move is unknown", { movedAt: undefined }, 2, 3],
    ["the last change", { movedAt: undefined, lastOpenedAt: undefined }, 2, 5],
    ["when it was saved", { movedAt: undefined, lastOpenedAt: undefined, changedAt: undefined }, 2, 1],
    ["the sync, if nothing is known", { ...signals({}), progress: 1 }, undefined, now],
    ["nothing while it is read", { progress: 0.5, archived: false }, 2, undefined],
    ["nothing if it was skipped", { progress: 0, firstOpenedAt: undefined }, undefined, undefined],
    ["nothing if it was abandoned", { progress: 0.5 }, 2, undefined],
  ]
  for (const [what, more, startedAt, finishedAt] of table) {
    it(`it was finished at ${what}`, () => {
      const history = deriveHistory({ ...read, ...more }, now)
      assert.deepStrictEqual([history.startedAt, history.finishedAt], [startedAt, finishedAt])
    })
  }

  it.prop(
    "a finishing time exists exactly if it is finished",
    {
      progress: Schema.Literals([0, 0.3, 0.75, 1]),
      archived: Schema.Boolean,
      movedAt: Schema.UndefinedOr(Schema.Literal(1)),
      changedAt: Schema.UndefinedOr(Schema.Literal(2)),
    },
    (more) => {
      const { finishedAt, status } = deriveHistory(signals(more), now)
      assert.strictEqual(finishedAt !== undefined, status === "finished")
    },
  )
})
