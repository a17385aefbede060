import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { examples } from "../../src/activity/examples.ts"
import { activityDefinition, checkExample, type Definition } from "./definition.ts"

const { components, paths } = activityDefinition as Definition
const { schemas } = components

const Reference = Schema.Struct({ $ref: Schema.String })
const Fields = Schema.Struct({ properties: Schema.Record(Schema.String, Schema.Unknown) })

const reads = Object.entries(paths).filter(
  ([path, { get }]) =>
    !path.includes("/admin/") && get?.responses["200"]?.content?.["application/json"] !== undefined,
)

describe("the examples of the definition", () => {
  it("show a response of every read, by its schema: scripts/writeExamples.ts writes them", () => {
    assert.isAbove(reads.length, 100)
    for (const [path, { get }] of reads) {
      const example = get?.responses["200"]?.content?.["application/json"]?.example
      assert.isDefined(example, `${path} has no example`)
      checkExample(path, example)
    }
  })

  it("show the edits, and a body of each type for each method", () => {
    const edits = "/v1/admin/edits"
    checkExample(edits, paths[edits]?.["get"]?.responses["200"]?.content?.["application/json"]?.example)
    const bodies = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { operationId }]) => /\.(correct|merge)[A-Z]/.test(operationId))
        .map(([method, operation]) => ({ path, method, operation })),
    )
    const added = bodies.flatMap(({ path, method }) => {
      const list = path.replace(/\/\{id\}$/, "")
      const operation = paths[list]?.["post"]
      return method === "patch" && operation ? [{ path: list, method: "post", operation }] : []
    })
    assert.isAtLeast(added.length, 13)
    for (const { path, method, operation } of [...bodies, ...added]) {
      const json = operation.requestBody?.content?.["application/json"]
      assert.isDefined(json?.example, `${method} ${path} has no example`)
      assert.isNotEmpty(json?.example, `${method} ${path} has an empty example`)
      checkExample(path, json?.example, method)
      const { $ref } = Schema.decodeUnknownSync(Reference)(json?.schema)
      const { properties } = Schema.decodeUnknownSync(Fields)(schemas[$ref.split("/").at(-1) ?? ""])
      assert.includeMembers(Object.keys(properties), Object.keys(json?.example ?? {}), path)
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
