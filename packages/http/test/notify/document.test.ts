import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { NotifyClient } from "../../src/index.ts"
import { jsonOf } from "../ask.ts"
import { type Definition, notifyDefinition } from "../documents/definition.ts"
import { startNotify } from "./server.ts"

describe("the profile API's document", () => {
  const Operation = Schema.Struct({ responses: Schema.Record(Schema.String, Schema.Unknown) })
  const Document = Schema.Struct({
    paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  })

  it.live("lists the routes that the server has, and is a page for people", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const document = Schema.decodeUnknownSync(Document)(
        jsonOf(yield* server.ask("GET", "/v1/openapi.json")),
      )
      const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => [method, path] as const),
      )
      assert.strictEqual(routes.length, 38)
      for (const [method, path] of routes) {
        const { status } = yield* server.ask(method.toUpperCase(), path.replace(/\{\w+\}/g, "1"))
        assert.include([200, 401], status, `${method} ${path}`)
      }
      const page = yield* server.ask("GET", "/docs")
      assert.strictEqual(page.status, 200)
      assert.include(page.text, "/docs/reference.js")
    }),
  )

  it.live("has an example of each body, which the server takes, and of each response", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      for (const [path, methods] of Object.entries((notifyDefinition as Definition).paths)) {
        for (const [method, { requestBody, responses }] of Object.entries(methods)) {
          for (const { content } of Object.values(responses)) {
            // Files have no example.
            const answer = content?.["application/json"]
            if (answer !== undefined) assert.property(answer, "example", path)
          }
          if (requestBody?.content?.["application/json"] === undefined) continue
          const body = requestBody.content["application/json"].example
          assert.isDefined(body, `${method} ${path}`)
          // A property of the examples before.
          const asked = path
            .replace("{wsid}", server.home.id)
            .replace("{version}", "live")
            .replace("{name}", "visits")
          const { status } = yield* server.ask(method.toUpperCase(), asked, { body })
          assert.include([200, 201, 202], status, path)
        }
      }
    }),
  )

  it.live("matches the requests of the typed client", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const client = yield* NotifyClient.make({
        baseUrl: server.address,
        key: Redacted.make(server.home.key),
      })
      const params = { wsid: server.home.id, version: "live" as const }
      const { request_id } = yield* client.profiles.setOnce({
        params,
        headers: {},
        payload: { distinct_id: "a/ü", $once: { tags: ["x", 1], on: true } },
      })
      yield* server.outcome(request_id)
      const outcome = yield* client.requests.get({ params: { ...params, request_id } })
      assert.deepStrictEqual(outcome.applied, ["on", "tags"])
      const profile = yield* client.profiles.get({ params: { ...params, distinct_id: "a/ü" } })
      assert.deepStrictEqual(profile.properties, { tags: ["x", 1], on: true })
      yield* client.profiles.erase({ params: { ...params, distinct_id: "a/ü" } })
      const gone = yield* Effect.flip(client.profiles.get({ params: { ...params, distinct_id: "a/ü" } }))
      assert.deepInclude(gone, { status: "error" })
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )
})
