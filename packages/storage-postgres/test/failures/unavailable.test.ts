import { storageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { assert, describe, it } from "vitest"
import { asStorageUnavailable } from "../../src/sql/unavailable.ts"

const isAway = (code: string, message: string) => {
  const reason = new UnknownError({ cause: Object.assign(new Error(message), { code }), message })
  return storageUnavailable(Cause.fail(asStorageUnavailable(new SqlError({ reason })))) !== undefined
}

describe("an error of the database", () => {
  it("means that it is down where a node of Citus went away under a session", () => {
    assert.isTrue(isAway("XX000", "failure on connection marked as essential: 10.0.0.2:5432"))
    assert.isTrue(isAway("XX000", "server closed the connection unexpectedly\n\tThis probably means"))
    assert.isFalse(isAway("XX000", "could not read a block"))
    assert.isTrue(isAway("57P01", "terminating connection"))
    assert.isFalse(isAway("22021", "invalid byte sequence"))
  })
})
