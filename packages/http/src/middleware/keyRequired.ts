import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import {
  Forbidden,
  forbidden,
  TooManyRequests,
  tooManyRequests,
  Unauthorized,
  unauthorized,
} from "../wire/errors.ts"
import { Caller } from "./caller.ts"

/**
 * Lets through who has a key, may do this, and has requests left, asked in this order. A read key may call what
 * is a GET (and so a HEAD) of the data, under `/v1`, and not under an `admin` segment.
 */
export class KeyRequired extends HttpApiMiddleware.Service<KeyRequired>()("daybook/http/KeyRequired", {
  requiredForClient: true,
  security: { bearer: HttpApiSecurity.bearer },
  error: [Unauthorized, Forbidden, TooManyRequests],
}) {}

/** True where a read key may call the endpoint. */
export const isReadable = (method: string, path: string) =>
  method === "GET" && path.startsWith("/v1/") && !path.split("/").includes("admin")

export const layer = Layer.succeed(
  KeyRequired,
  KeyRequired.of({
    // The gate has looked the key up already, since even a 404 shows its caller where they stand.
    bearer: (endpointEffect, { endpoint }) =>
      Effect.gen(function* () {
        const { caller, allowance } = yield* Caller
        if (Option.isNone(caller))
          return yield* Effect.fail(allowance.allowed ? unauthorized : tooManyRequests)
        if (caller.value.scope !== "admin" && !isReadable(endpoint.method, endpoint.path)) {
          return yield* Effect.fail(forbidden)
        }
        if (!allowance.allowed) return yield* Effect.fail(tooManyRequests)
        return yield* endpointEffect
      }),
  }),
)
