import { activityApi, everyDomain, NotifyApi } from "@daybook/http"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

/** The part of JSON Schema that the definitions use. */
export interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: ReadonlyArray<JsonSchema>
}

/** A parameter of the definition. */
export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header" | "cookie"
  readonly schema: JsonSchema
}

/** A route of one of the two APIs, as its definition has it. */
export interface Route {
  readonly api: "activity" | "notify"
  readonly method: string
  /** With its parameters as `{name}`. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  /** The JSON that it takes; undefined if it takes no body. */
  readonly body: JsonSchema | undefined
  /** The responses that are allowed, by status, each as a check of the JSON that came; undefined if it is not JSON. */
  readonly answers: ReadonlyMap<number, ((json: unknown) => boolean) | undefined>
}

/** True for a value that a schema encodes to, without excess fields. */
const checkOf = (schemas: ReadonlyArray<Schema.Top>) => {
  const checks = schemas.map((schema) =>
    Schema.decodeUnknownExit(Schema.toCodecJson(schema) as unknown as Schema.Codec<unknown>, {
      onExcessProperty: "error",
    }),
  )
  return (json: unknown) => checks.some((check) => check(json)._tag === "Success")
}

const isJson = (content: object | undefined) => content !== undefined && "application/json" in content

const read = <Id extends Route["api"], Groups extends HttpApiGroup.Constraint>(
  definition: HttpApi.HttpApi<Id, Groups>,
): ReadonlyArray<Route> => {
  const document = OpenApi.fromApi(definition)
  const routes: Array<Route> = []
  HttpApi.reflect(definition, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, successes }) => {
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
      const method = endpoint.method
      const operation = document.paths[path]?.[method.toLowerCase() as "get"]
      if (operation === undefined) throw new Error(`${method} ${path} is not in the document`)
      // A response without an end cannot be awaited.
      if ("text/event-stream" in (operation.responses[200]?.content ?? {})) return
      const answers = new Map<number, Route["answers"] extends ReadonlyMap<number, infer A> ? A : never>()
      for (const [status, response] of Object.entries(operation.responses)) {
        const schemas = [...(successes.get(Number(status)) ?? []), ...(errors.get(Number(status)) ?? [])]
        answers.set(
          Number(status),
          isJson(response.content) && schemas.length > 0 ? checkOf(schemas) : undefined,
        )
      }
      routes.push({
        api: definition.identifier,
        method,
        path,
        parameters: operation.parameters as unknown as ReadonlyArray<Parameter>,
        body: operation.requestBody?.content?.["application/json"]?.schema as JsonSchema | undefined,
        answers,
      })
    },
  })
  return routes
}

/** Every route of both APIs. */
export const routes = [...read(activityApi(everyDomain)), ...read(NotifyApi)]

// Apart from the server's own matching, which they check.
const patterns = routes
  .map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
    parameters: route.path.split("{").length,
  }))
  .sort((one, other) => one.parameters - other.parameters)

/** A target without the host of a URL (RFC 9112, 3.2.2). */
export const originForm = (target: string): string => target.replace(/^https?:\/\/[^/?#]+/, "")

/** The route of a request; undefined if there is none. */
export const routeOf = (api: Route["api"], method: string, target: string): Route | undefined => {
  const [path = ""] = originForm(target).split("?", 1)
  const asked = method === "HEAD" ? "GET" : method
  return patterns.find(
    ({ pattern, route }) => route.api === api && route.method === asked && pattern.test(path),
  )?.route
}
