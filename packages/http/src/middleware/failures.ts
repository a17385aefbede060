import { storageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { notFound, unavailable, workFailed } from "../wire/errors.ts"
import { invalidRequestOf } from "./invalidRequest.ts"
import type { RouteTable } from "./routing/routeTable.ts"
import { splitTarget } from "./routing/splitTarget.ts"
import { parseTarget } from "./routing/target.ts"
import { isStopped, stopping } from "./stopping.ts"

const pathOf = ({ url }: HttpServerRequest.HttpServerRequest) => splitTarget(url).path

/** Points from an unknown path to the right place. */
const whatThereIs = (request: HttpServerRequest.HttpServerRequest, editable: ReadonlyArray<string>) =>
  pathOf(request).startsWith("/v1/admin/") && editable.length > 0
    ? `/docs lists every route; editable items are at ${editable.join(", ")}`
    : "/docs lists what there is"

/** An error as a response. */
export const failed = (
  body: { readonly error: string; readonly status: number },
  headers: Record<string, string> = {},
) => HttpServerResponse.jsonUnsafe(body, { status: body.status, headers })

/**
 * Turns everything that the routes left unhandled into a response; `methodsOf` returns the methods of a path,
 * `editable` the types to edit. A defect shows only its log id.
 */
export const answerFailure = (
  { editable, methodsOf }: Pick<RouteTable, "editable" | "methodsOf">,
  request: HttpServerRequest.HttpServerRequest,
  requestId: string,
  cause: Cause.Cause<unknown>,
  say: typeof failed = failed,
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (isStopped(cause)) return Effect.succeed(say(unavailable(stopping.message), stopping.headers))
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  if (HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RouteNotFound") {
    const allow = methodsOf(parseTarget(request.url)?.path ?? pathOf(request))
    return Effect.succeed(
      allow.length === 0
        ? say(notFound(`There is no ${pathOf(request).slice(0, 200)}; ${whatThereIs(request, editable)}`))
        : say(
            {
              error: `${request.method} is not a method of this path; it has ${allow.join(", ")}`,
              status: 405,
            },
            { allow: allow.join(", ") },
          ),
    )
  }
  if (HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RequestParseError") {
    return Effect.succeed(say({ error: "The request could not be read", status: 400 }))
  }
  // The APIs of other protocols leave it to their form of errors to say what does not fit.
  const unfit = cause.reasons
    .map((reason) => (Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) && reason.defect))
    .find(HttpApiSchemaError.is)
  const invalid = unfit && invalidRequestOf(unfit, request)
  if (invalid !== undefined) return Effect.succeed(say(invalid))
  const away = storageUnavailable(cause)
  if (away !== undefined) {
    return Effect.as(
      Effect.logWarning(`a request was not served: ${away.message}`, away.cause).pipe(
        Effect.annotateLogs({ requestId, method: request.method, path: pathOf(request) }),
      ),
      say(unavailable(away.message), { "retry-after": String(away.retryAfter) }),
    )
  }
  return Effect.as(
    Effect.logError("a request failed", cause).pipe(
      Effect.annotateLogs({ requestId, method: request.method, path: pathOf(request) }),
    ),
    say(workFailed(`Internal error; it is logged as ${requestId}`)),
  )
}
