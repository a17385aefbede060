import { assert } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import * as OpenApi from "effect/http-api/OpenApi"
import { activityApi, everyDomain, ListenBrainzApi, NotifyApi } from "../../src/index.ts"
import { jsonOf, type Reply } from "../ask.ts"

interface Header {
  readonly $ref: string
}

interface Answer {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, Header>>
  readonly content?: Readonly<Record<string, { readonly schema?: unknown; readonly example?: unknown }>>
}

export interface Operation {
  readonly operationId: string
  readonly security: ReadonlyArray<unknown>
  readonly responses: Readonly<Record<string, Answer>>
  readonly requestBody?: Answer & { readonly required: boolean }
}

export interface Definition {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly responses: Readonly<Record<string, Answer>>
    readonly schemas: Readonly<Record<string, unknown>>
  }
}

// Errors are reported by their status, if no operation is there to say which it may be.
const nameOf: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  429: "TooManyRequests",
  500: "InternalError",
  503: "Unavailable",
}

const pointer = (...names: ReadonlyArray<string>) =>
  names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** Returns a function that checks every response of an API against its definition. */
const makeCheck = (document: object) => {
  const definition = document as Definition
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: "https://daybook.example/api", ...document })

  const templates = Object.keys(definition.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    parameters: path.split("{").length,
  }))

  const templateOf = (path: string) =>
    templates
      .filter(({ pattern }) => pattern.test(path))
      .toSorted((one, other) => one.parameters - other.parameters)[0]?.path

  const checkBody = (at: string, answer: Answer, reply: Reply, shown: string) => {
    const types = Object.entries(answer.content ?? {})
    if (types.length === 0) return assert.strictEqual(reply.text, "", shown)
    const sent = String(reply.headers["content-type"])
    const [type, media] = types.find(([one]) => sent.startsWith(one)) ?? []
    if (type === undefined) return assert.fail(`${shown}: ${sent}`)
    if (type !== "application/json" || media?.schema === undefined) return
    const validate = ajv.getSchema(`https://daybook.example/api#${at}${pointer("content", type, "schema")}`)
    assert.isDefined(validate, shown)
    assert.isTrue(validate?.(jsonOf(reply)), `${shown}: ${ajv.errorsText(validate?.errors)}\n${reply.text}`)
  }

  const checkHeaders = (answer: Answer, reply: Reply, shown: string) => {
    // Storage that is down does not know a caller's rate limit, and an unconfigured service does not say when to retry.
    if (reply.status === 503) return
    for (const [name, { $ref }] of Object.entries(answer.headers ?? {})) {
      const value = reply.headers[name.toLowerCase()]
      assert.isDefined(value, `${shown}: ${name}`)
      const validate = ajv.getSchema(`https://daybook.example/api${$ref}/schema`)
      const isNumber = typeof value === "string" && /^\d+$/.test(value) && !/etag|id|cache/i.test(name)
      assert.isTrue(validate?.(isNumber ? Number(value) : value), `${shown}: ${name} is ${String(value)}`)
    }
  }

  const check = (method: string, url: string, reply: Reply): void => {
    if (method === "OPTIONS") return
    const [path = ""] = url.split("?", 1)
    const shown = `${method} ${path.slice(0, 200)} gave ${reply.status}`
    const template = templateOf(path) ?? ""
    const verb = method === "HEAD" ? "get" : method.toLowerCase()
    const operation = definition.paths[template]?.[verb]
    const told = operation?.responses[reply.status]
    if (operation !== undefined) assert.isDefined(told, `${shown}, which its definition does not name`)
    const place = pointer("paths", template, verb, "responses", String(reply.status))
    const at = told === undefined ? pointer("components", "responses", nameOf[reply.status] ?? "") : place
    const known = told?.$ref?.slice(1) ?? at
    const answer =
      told?.$ref === undefined && told !== undefined
        ? told
        : definition.components.responses[known.split("/").at(-1) ?? ""]
    if (answer === undefined) return
    if (method !== "HEAD") checkBody(known, answer, reply, shown)
    checkHeaders(answer, reply, shown)
  }
  /** Holds an example against the schema of the responses of a GET, or of what another method takes. */
  const checkExample = (path: string, example: unknown, method = "get"): void => {
    const place = method === "get" ? ["responses", "200"] : ["requestBody"]
    const at = pointer("paths", path, method, ...place, "content", "application/json", "schema")
    const validate = ajv.getSchema(`https://daybook.example/api#${at}`)
    assert.isDefined(validate, path)
    assert.isTrue(validate?.(example), `${path}: ${ajv.errorsText(validate?.errors)}`)
  }

  return { check, checkExample }
}

export const activityDefinition = OpenApi.fromApi(activityApi(everyDomain)) as object
export const notifyDefinition = OpenApi.fromApi(NotifyApi) as object

/** Checks a response of the activity API, and an example, against its definition. */
export const { check: checkActivity, checkExample } = makeCheck(activityDefinition)

/** Checks a response to a client of ListenBrainz against its definition. */
export const { check: checkListenBrainz } = makeCheck(OpenApi.fromApi(ListenBrainzApi) as object)

/** Holds a response of the profile API against its definition. */
export const { check: checkNotify } = makeCheck(notifyDefinition)
