import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { AnyParameters } from "../wire/anyParameters.ts"
import { badRequest } from "../wire/errors.ts"

// Clients add it to get past caches.
const cacheBuster = "_"

/**
 * The names of the query parameters of an endpoint; undefined if it takes any. Services and browsers add some of their
 * own outside of /v1.
 */
const namesOf = (endpoint: HttpApiEndpoint.Top): ReadonlySet<string> | undefined => {
  const { annotations, method, path, query } = endpoint
  if (method !== "GET" || !path.startsWith("/v1/") || Context.get(annotations, AnyParameters))
    return undefined
  if (query === undefined) return new Set()
  const { ast } = Schema.toEncoded(query)
  return SchemaAST.isObjects(ast) && ast.indexSignatures.length === 0
    ? new Set(ast.propertySignatures.map(({ name }) => String(name)))
    : undefined
}

const namesByEndpoint = new WeakMap<HttpApiEndpoint.Top, ReadonlySet<string> | undefined>()

// The sender chooses it.
const maxNameLength = 100

/** Fails with a 400 that lists an endpoint's query parameters if the request has another one. */
export const refuseUnknownParameters = Effect.fnUntraced(function* (endpoint: HttpApiEndpoint.Top) {
  if (!namesByEndpoint.has(endpoint)) namesByEndpoint.set(endpoint, namesOf(endpoint))
  const names = namesByEndpoint.get(endpoint)
  if (names === undefined) return
  const sent = yield* HttpServerRequest.ParsedSearchParams
  const unknown = Object.keys(sent).find((name) => name !== cacheBuster && !names.has(name))
  if (unknown === undefined) return
  const known = names.size === 0 ? "this address takes none" : `known are ${[...names].join(", ")}`
  return yield* Effect.fail(
    badRequest(`There is no parameter ${unknown.slice(0, maxNameLength)} here: ${known}`),
  )
})
