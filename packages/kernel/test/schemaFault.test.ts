import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { firstFault, firstFaultOf } from "../src/index.ts"

const Play = Schema.Struct({
  artist: Schema.Struct({ name: Schema.String }),
  tracks: Schema.Array(Schema.Int),
})

const issueOf = (value: unknown) => {
  const decoded = Schema.decodeUnknownResult(Play)(value)
  if (Result.isSuccess(decoded)) throw new Error("it fits")
  return decoded.failure.issue
}

describe("the first fault of a schema", () => {
  it("names the field by its path", () => {
    const issue = issueOf({ artist: { name: 7 }, tracks: ["secret"] })
    assert.deepStrictEqual(firstFault(issue), { field: "artist.name", problem: "Expected string" })
    assert.strictEqual(firstFaultOf("the play", issue), "artist.name: Expected string")
  })

  it("names a place in a list, and nothing of the value", () => {
    const issue = issueOf({ artist: { name: "a" }, tracks: [1, "secret"] })
    assert.strictEqual(firstFaultOf("the play", issue), "tracks.1: Expected number")
  })

  it("names the whole if no field is at fault", () => {
    const issue = issueOf("secret")
    assert.deepStrictEqual(firstFault(issue), { field: "", problem: "Expected object" })
    assert.strictEqual(firstFaultOf("the play", issue), "the play: Expected object")
  })

  it("names a missing field", () => {
    assert.strictEqual(firstFaultOf("the play", issueOf({ tracks: [] })), "artist: Missing key")
  })
})
