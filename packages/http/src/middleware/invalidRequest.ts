import { firstFault } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { badRequest } from "../wire/errors.ts"
import { InvalidRequest } from "../wire/middleware.ts"
import { queryOf } from "./routing/target.ts"
import { refuseUnknownParameters } from "./unknownParameters.ts"

// The schema's messages, in words that explain what to send.
const wanted: Readonly<Record<string, string>> = {
  "Missing key": "is missing",
  "Expected object": "must be a JSON object",
  "Expected string": "must be a text",
  "Expected a valid JSON body": "must be a JSON document in UTF-8",
}

// The sender names an unknown field.
const maxFieldLength = 100

const isSentTwice = ({ url }: HttpServerRequest.HttpServerRequest, field: string) =>
  queryOf(url).getAll(field).length > 1

const describe = (
  { kind, cause }: HttpApiSchemaError,
  request: HttpServerRequest.HttpServerRequest,
): string => {
  const { field, problem } = firstFault(cause.issue)
  const message =
    kind === "Query" && isSentTwice(request, field) ? "must be sent once" : (wanted[problem] ?? problem)
  return `${field === "" ? "The body" : `${field.slice(0, maxFieldLength)}:`} ${message}`
}

/** The 400 for a request that does not fit its endpoint; undefined if a response does not fit its own schema, a defect. */
export const invalidRequestOf = (error: HttpApiSchemaError, request: HttpServerRequest.HttpServerRequest) =>
  error.kind === "Body" || error.kind === "ResponseHeaders" ? undefined : badRequest(describe(error, request))

const refuse = (error: HttpApiSchemaError) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const invalid = invalidRequestOf(error, request)
    return invalid === undefined ? Effect.die(error.cause) : Effect.fail(invalid)
  })

export const layer = Layer.succeed(InvalidRequest, (served, { endpoint }) =>
  refuseUnknownParameters(endpoint).pipe(
    Effect.andThen(served),
    Effect.catch((error) => (HttpApiSchemaError.is(error) ? refuse(error) : Effect.fail(error))),
  ),
)
