import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import { StorageUnavailable, storageUnavailable } from "../src/index.ts"

const full = new StorageUnavailable({ message: "The disk is full", retryAfter: 15 })
const inSql = new SqlError({ reason: new ConnectionError({ cause: full }) })

it("finds unavailable storage in failures, in defects and in nested errors", () => {
  const carriers = [full, inSql, new Error("a store failed", { cause: inSql })]
  for (const carrier of carriers) {
    assert.strictEqual(storageUnavailable(Cause.fail(carrier)), full)
    assert.strictEqual(storageUnavailable(Cause.die(carrier)), full)
  }
})

it("finds nothing in other errors, whatever they point to", () => {
  const round: { cause?: unknown } = {}
  round.cause = round
  for (const other of [new Error("other"), round, "text", null, undefined])
    assert.strictEqual(storageUnavailable(Cause.die(other)), undefined)
})
