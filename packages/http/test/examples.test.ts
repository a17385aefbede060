import { assert, describe, it } from "@effect/vitest"
import { examples } from "../src/activity/examples.ts"
import { activityDefinition, checkExample, type Definition } from "./definition.ts"

const reads = Object.entries((activityDefinition as Definition).paths).filter(
  ([path, { get }]) =>
    !path.includes("/admin/") && get?.responses["200"]?.content?.["application/json"] !== undefined,
)

describe("the examples of the definition", () => {
  it("show an answer of every read, by its schema: scripts/writeExamples.ts writes them", () => {
    assert.isAbove(reads.length, 100)
    for (const [path, { get }] of reads) {
      const example = get?.responses["200"]?.content?.["application/json"]?.example
      assert.isDefined(example, `${path} has no example`)
      checkExample(path, example)
    }
  })

  it("are of paths that there are", () => {
    assert.sameMembers(
      Object.keys(examples),
      reads.map(([path]) => path),
    )
  })

  it("have an item in every list", () => {
    const empty = Object.entries(examples).filter(([, answer]) =>
      JSON.stringify(answer).startsWith('{"data":[]'),
    )
    assert.deepStrictEqual(empty, [])
  })
})
