import type * as HttpServerRequest from "effect/http/HttpServerRequest"

/** The key of `Authorization: Bearer <key>`, with `Bearer` in any case. */
export const bearerKey = (request: HttpServerRequest.HttpServerRequest) =>
  /^bearer +(\S+)\s*$/i.exec(request.headers["authorization"] ?? "")?.[1]
