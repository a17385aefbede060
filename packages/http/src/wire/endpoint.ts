import type * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import type { HttpMethod } from "effect/http/HttpMethod"
import type { PathInput } from "effect/http/HttpRouter"

type Fields = Schema.Top | Schema.Struct.Fields

/** Makes the endpoints of a method: as `HttpApiEndpoint` does, with their words in the document. */
const endpointsOf = <const Method extends HttpMethod>(method: Method) => {
  const make = HttpApiEndpoint.make(method)
  return <
    const Identifier extends string,
    const Path extends PathInput,
    Params extends Fields = never,
    Query extends Fields = never,
    Payload extends HttpApiEndpoint.PayloadConstraintCodecs<Method> = never,
    Headers extends Fields = never,
    const Success extends HttpApiEndpoint.SuccessConstraint = HttpApiSchema.NoContent,
    const Error extends Schema.Top | ReadonlyArray<Schema.Top> = never,
  >(
    identifier: Identifier,
    path: Path,
    {
      description,
      error,
      summary,
      ...options
    }: {
      readonly params?: Params
      readonly query?: Query
      readonly payload?: Payload
      readonly headers?: Headers
      readonly success?: Success
      readonly error?: Error
      readonly summary: string
      readonly description?: string
    },
  ) => {
    const made = make<Identifier, Path, Params, Query, Payload, Headers, Success, Error>(
      identifier,
      path,
      // Effect refuses streams as errors by a type of its own, which no type parameter fits.
      { ...options, error: error as never },
      // One annotation after another: `OpenApi.annotations` holds all of them, for every page with a client.
    ).annotate(OpenApi.Summary, summary)
    return description === undefined ? made : made.annotate(OpenApi.Description, description)
  }
}

/** Endpoints by their method, each with its summary and description in the document. */
export const Endpoint = {
  get: endpointsOf("GET"),
  post: endpointsOf("POST"),
  put: endpointsOf("PUT"),
  patch: endpointsOf("PATCH"),
  delete: endpointsOf("DELETE"),
}
