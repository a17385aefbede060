import { assert, describe, it, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Validator } from "@seriousme/openapi-schema-validator"
import type { Reply } from "../ask.ts"
import { activityDefinition, checkExample, type Definition, notifyDefinition } from "./definition.ts"
import { startNotify } from "../notify/server.ts"
import { readAs } from "../replies.ts"
import { startServer } from "../testServer.ts"

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.Literals(["query", "path", "header"]),
  required: Schema.Boolean,
  schema: Schema.Struct({
    type: Schema.optionalKey(Schema.String),
    description: Schema.optionalKey(Schema.String),
    format: Schema.optionalKey(Schema.String),
    anyOf: Schema.optionalKey(Schema.Unknown),
    enum: Schema.optionalKey(Schema.Array(Schema.String)),
    pattern: Schema.optionalKey(Schema.String),
    minimum: Schema.optionalKey(Schema.Int),
    maximum: Schema.optionalKey(Schema.Int),
    default: Schema.optionalKey(Schema.Unknown),
  }),
})

const Operation = Schema.Struct({
  operationId: Schema.NonEmptyString,
  summary: Schema.NonEmptyString,
  description: Schema.optionalKey(Schema.NonEmptyString),
  tags: Schema.Array(Schema.NonEmptyString),
  parameters: Schema.Array(Parameter),
  security: Schema.Array(Schema.Record(Schema.String, Schema.Array(Schema.Never))),
  requestBody: Schema.optionalKey(
    Schema.Struct({
      required: Schema.Boolean,
      content: Schema.Record(
        Schema.String,
        Schema.StructWithRest(Schema.Struct({ example: Schema.optionalKey(Schema.Unknown) }), [
          Schema.Record(Schema.String, Schema.Unknown),
        ]),
      ),
    }),
  ),
  responses: Schema.Record(Schema.String, Schema.Unknown),
})

const Document = Schema.Struct({
  openapi: Schema.String.check(Schema.isPattern(/^3\.1\./)),
  info: Schema.Struct({ title: Schema.String, version: Schema.String, description: Schema.String }),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({
    schemas: Schema.Record(Schema.String, Schema.Unknown),
    responses: Schema.Record(Schema.String, Schema.Unknown),
    headers: Schema.Record(Schema.String, Schema.Unknown),
    securitySchemes: Schema.Struct({
      bearer: Schema.Struct({
        type: Schema.Literal("http"),
        scheme: Schema.Literal("bearer"),
      }),
    }),
  }),
  security: Schema.Array(Schema.Unknown),
  tags: Schema.Array(Schema.Unknown),
})

const describing = Effect.gen(function* () {
  const server = yield* startServer({ rateLimit: 100_000 })
  const document = readAs(Document, yield* server.ask("GET", "/v1/openapi.json"))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  return { server, operations }
})

/** One server, and what it says of itself, for all tests of the document. */
class Described extends Context.Service<Described, Effect.Success<typeof describing>>()("test/Described") {
  static readonly layer = Layer.effect(this, describing)
}

// An address without a key has its own limit, by the minute.
const described = Effect.andThen(TestClock.adjust("1 minute"), Described)

layer(Described.layer)("the API's document", (it) => {
  // That no route is missing from it is for the table of authorization to say.
  it.effect("is OpenAPI 3.1, and the server has every route that it lists", () =>
    Effect.gen(function* () {
      const { server, operations } = yield* described
      assert.isNotEmpty(operations)
      for (const { method, operationId: operation, path } of operations) {
        const { status } = yield* server.ask(method.toUpperCase(), path.replace(/\{\w+\}/g, "1"))
        // Without a key an image is looked for, and 1 is the hash or the kind of none; the webhook is not configured.
        const other = { "webhooks.mediaServer": 503, "images.content": 400, "images.art": 400 }[operation]
        assert.include([200, 401, other], status, `${method} ${path}`)
      }
      assert.strictEqual(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
    }),
  )

  it.effect("requests the bearer key wherever the server does, and nowhere else", () =>
    Effect.gen(function* () {
      const { server, operations } = yield* described
      for (const { method, path, security } of operations) {
        const { status } = yield* server.ask(method.toUpperCase(), path.replace(/\{\w+\}/g, "1"))
        assert.deepStrictEqual(security, status === 401 ? [{ bearer: [] }] : [], path)
      }
    }),
  )

  it.effect("names the responses of every route that needs a key", () =>
    Effect.gen(function* () {
      const { operations } = yield* described
      for (const { path, security, responses } of operations) {
        if (security.length === 0) continue
        const told = Object.keys(responses)
        assert.includeMembers(told, ["400", "401", "408", "417", "429", "431", "500", "503"], path)
        assert.include(told, "403", path)
      }
      const answers = (id: string) =>
        Object.keys(operations.find((one) => one.operationId === id)?.responses ?? {})
      assert.includeMembers(answers("health.ready"), ["200", "503"])
      assert.includeMembers(answers("keys.create"), ["201", "413"])
      assert.includeMembers(answers("keys.revoke"), ["204", "404"])
      assert.includeMembers(answers("syncs.listening"), ["200", "500"])
      assert.includeMembers(answers("webhooks.mediaServer"), ["200", "400", "403", "413", "429", "503"])
    }),
  )

  it.effect("shows page, limit and id as integers, and states what each parameter is", () =>
    Effect.gen(function* () {
      const { operations } = yield* described
      const parameters = operations.flatMap((operation) => operation.parameters)
      const integers = parameters.filter(({ schema }) => schema.type === "integer").map(({ name }) => name)
      assert.deepStrictEqual([...new Set(integers)].filter((name) => !name.endsWith("_id")).toSorted(), [
        "delivery",
        "id",
        "limit",
        "page",
      ])
      for (const { name, schema, required, in: where } of parameters) {
        assert.isTrue(schema.description !== undefined || schema.enum !== undefined, name)
        assert.strictEqual(required, where === "path", name)
      }
      const top = operations.find(({ operationId }) => operationId === "listening.topAlbums")
      assert.deepStrictEqual(
        top?.parameters.map(({ name }) => name),
        ["period", "page", "limit", "date", "from", "to", "include_sparklines"],
      )
      const schemaOf = (name: string) => top?.parameters.find((one) => one.name === name)?.schema
      const enumOf = (name: string) => top?.parameters.find((one) => one.name === name)?.schema.enum
      assert.deepStrictEqual(enumOf("period"), ["7day", "1month", "3month", "6month", "12month", "overall"])
      assert.deepInclude(schemaOf("include_sparklines"), { type: "boolean", default: false })
      assert.deepInclude(schemaOf("page"), { type: "integer", minimum: 1, default: 1 })
      assert.deepInclude(schemaOf("limit"), { type: "integer", minimum: 1, default: 20 })
      assert.deepInclude(schemaOf("date"), { type: "string", format: "date" })
    }),
  )

  it.effect("states that a limit resets when the oldest request leaves the window", () =>
    Effect.gen(function* () {
      const { server } = yield* described
      const { components } = readAs(Document, yield* server.ask("GET", "/v1/openapi.json"))
      assert.deepInclude(components.headers["X-RateLimit-Reset"], {
        description: "When the oldest counted request leaves the window, in Unix seconds",
      })
    }),
  )

  it.effect("requires a body only if an empty one will not do", () =>
    Effect.gen(function* () {
      const { operations, server } = yield* described
      const bodies = operations.filter(
        ({ operationId, requestBody }) => requestBody !== undefined && operationId !== "webhooks.mediaServer",
      )
      assert.isNotEmpty(bodies)
      for (const { method, operationId, path, requestBody } of bodies) {
        const { status, text } = yield* server.command(method.toUpperCase(), path.replace(/\{\w+\}/g, "1"))
        const lacks = status === 400 && /is missing|needed|must/.test(text)
        if (operationId === "collecting.addVinyl") continue
        assert.strictEqual(lacks, requestBody?.required, `${operationId}: ${text}`)
      }
    }),
  )

  it.effect("shows of every body an example, which the server takes", () =>
    Effect.gen(function* () {
      const { operations, server } = yield* described
      for (const { method, operationId, path, requestBody } of operations) {
        const json = requestBody?.content["application/json"]
        if (json === undefined) continue
        assert.isDefined(json.example, operationId)
        checkExample(path, json.example, method)
        const reply = yield* server.ask(method.toUpperCase(), path.replace(/\{\w+\}/g, "1"), {
          key: server.admin.key,
          body: JSON.stringify(json.example),
        })
        // Some things come with others, or belong to one that is not stored here, whatever the body is.
        if (/ (?:are|is) created with |: there is no /.test(reply.text)) continue
        assert.notStrictEqual(reply.status, 400, `${operationId}: ${reply.text}`)
      }
    }),
  )

  it.effect("names a status only if it can be the response", () =>
    Effect.gen(function* () {
      const { operations, server } = yield* described
      const spent = yield* server.makeKey("admin", { rateLimit: 1 })
      const submit = yield* server.makeKey("submit")
      yield* server.ask("GET", "/v1/listening/top/albums", { key: spent.key })
      const mebibyte = 1024 * 1024
      for (const { method: verb, operationId, path, responses } of operations) {
        const method = verb.toUpperCase()
        const url = path
          .replace("{hash}", "0".repeat(64))
          .replace("{size}", "large")
          .replace("{delivery}", "999999999")
          .replace("{year}", "1901")
          .replace("{card}", "cover")
        const filled = url.replace("{id}", "999999999").replace(/\{\w+\}/g, "nothing")
        const ask = (key: string | undefined, body?: string) =>
          server.ask(method, filled, {
            ...(key === undefined ? {} : { key }),
            ...(body === undefined ? {} : { body }),
          })
        // Only its service knows that a record does not exist.
        const produced: Readonly<Record<string, Effect.Effect<Reply>>> = {
          401: ask(undefined),
          403: ask(submit.key),
          404: ask(server.admin.key),
          413: ask(server.admin.key, " ".repeat((/manual-import|image/.test(path) ? 8 : 1) * mebibyte + 1)),
          429: ask(spent.key),
        }
        for (const [status, reply] of Object.entries(produced)) {
          if (!(status in responses)) continue
          if (
            operationId === "webhooks.mediaServer" ||
            (operationId === "collecting.addVinyl" && status === "404") ||
            // It takes gigabytes.
            (operationId === "imports.create" && status === "413") ||
            // A body is read before the item is looked for.
            (/\.(correct|merge|switch)/.test(operationId) && status === "404")
          )
            continue
          assert.strictEqual((yield* reply).status, Number(status), `${method} ${path}`)
        }
      }
    }),
  )

  it.effect("is valid by the specification of OpenAPI 3.1, as the other one is", () =>
    Effect.gen(function* () {
      for (const document of [activityDefinition, notifyDefinition]) {
        const { valid, errors } = yield* Effect.promise(() => new Validator().validate({ ...document }))
        assert.isTrue(valid, JSON.stringify(errors))
        const text = JSON.stringify(document)
        assert.notMatch(text, /9007199254740991|wire:/)
        assert.match(text, /"format":"date-time"/)
        const { components, paths } = document as Definition
        const kinds = components as unknown as Record<string, Record<string, unknown>>
        for (const [, kind = "", name = ""] of text.matchAll(/#\/components\/(\w+)\/([\w-]+)/g)) {
          assert.isDefined(kinds[kind]?.[name], `${kind}/${name}`)
        }
        for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
          for (const { content } of Object.values(responses)) {
            if (content?.["application/json"] === undefined) continue
            assert.property(content["application/json"].schema, "$ref")
          }
        }
      }
    }),
  )

  it.effect("does not forbid what the server ignores", () =>
    Effect.gen(function* () {
      const { operations } = yield* described
      for (const { path, requestBody } of operations) {
        assert.notInclude(JSON.stringify(requestBody) ?? "", `"additionalProperties":false`, path)
      }
    }),
  )

  it.effect("is a page for people at /docs, whose scripts and document are its own", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ publicUrl: "https://example.org/daybook" })
      const { status, headers, text } = yield* server.ask("GET", "/docs")
      assert.strictEqual(status, 200)
      assert.match(String(headers["content-type"]), /^text\/html\b/)
      const policy = String(headers["content-security-policy"])
      assert.match(policy, /^default-src 'none'; script-src 'self';/)
      assert.notMatch(policy, /http|\*|unsafe-eval/)
      assert.notInclude(text, "<script>")
      const scripts = [...text.matchAll(/<script defer src="\/daybook([^"]+)"/g)].map(([, path = ""]) => path)
      assert.deepStrictEqual(scripts, ["/docs/reference.js", "/docs/start.js"])
      const [reference, begin] = yield* Effect.forEach(scripts, (path) => server.ask("GET", path))
      assert.match(String(reference?.headers["content-type"]), /^text\/javascript/)
      assert.isAbove(reference?.text.length ?? 0, 1_000_000)
      assert.include(begin?.text ?? "", '"url":"/daybook/v1/openapi.json"')
      const document = yield* server.ask("GET", "/v1/openapi.json")
      assert.include(document.text, '"servers":[{"url":"/daybook"}]')
    }),
  )
})

const accepted = [
  [undefined, undefined],
  ["identity", undefined],
  ["gzip", "gzip"],
  ["gzip;q=0, br;q=0.0", undefined],
  ["deflate, gzip;q=0.5, br;q=0.1", "gzip"],
  ["gzip;q=0.5, br", "br"],
  ["GZIP", "gzip"],
] as const

const decoded = ({ headers, bytes }: Reply) => {
  const encoding = headers["content-encoding"]
  const unpacked = encoding === "br" ? brotliDecompressSync(bytes) : bytes
  return Buffer.from(encoding === "gzip" ? gunzipSync(bytes) : unpacked).toString()
}

describe("the documentation of both APIs", () => {
  const askers = {
    activity: Effect.map(startServer(), ({ ask }) => ask),
    profiles: Effect.map(startNotify(), ({ ask }) => ask),
  }

  it.effect.each(Object.entries(askers))("of %s is sent as small as its reader takes it", ([, start]) =>
    Effect.gen(function* () {
      const ask = yield* start
      for (const path of ["/docs/reference.js", "/v1/openapi.json"]) {
        const plain = yield* ask("GET", path)
        const etags = new Map<unknown, unknown>()
        for (const [accepts, encoding] of accepted) {
          const headers = accepts === undefined ? {} : { "accept-encoding": accepts }
          const reply = yield* ask("GET", path, { headers })
          assert.strictEqual(reply.headers["content-encoding"], encoding, accepts)
          assert.match(String(reply.headers.vary), /\bAccept-Encoding\b/)
          assert.strictEqual(decoded(reply), plain.text)
          if (encoding !== undefined) assert.isBelow(reply.bytes.length, plain.bytes.length / 2)
          const etag = String(reply.headers.etag)
          assert.strictEqual(etags.get(encoding) ?? etag, etag)
          etags.set(encoding, etag)
          const again = yield* ask("GET", path, { headers: { ...headers, "if-none-match": etag } })
          assert.strictEqual(again.status, 304)
          assert.strictEqual(again.text, "")
          assert.strictEqual(again.headers.etag, etag)
          assert.match(String(again.headers.vary), /\bAccept-Encoding\b/)
        }
        assert.strictEqual(new Set(etags.values()).size, 3)
      }
    }),
  )

  it.effect.each(Object.entries(askers))("of %s names the scheme as tools read it", ([, start]) =>
    Effect.gen(function* () {
      const { text } = yield* (yield* start)("GET", "/v1/openapi.json")
      assert.include(text, '"scheme":"bearer"')
      assert.notInclude(text, '"scheme":"Bearer"')
    }),
  )
})
