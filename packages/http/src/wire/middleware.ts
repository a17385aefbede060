// The middleware that endpoints name, as far as a typed client needs it too: keys and errors. Servers have its code, in
// `middleware/`.
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import {
  BadRequest,
  Forbidden,
  NotConfigured,
  PayloadTooLarge,
  RequestTimeout,
  TooManyRequests,
  Unauthorized,
} from "./errors.ts"

/**
 * Admits a request with a valid key, in the scope of that key, with requests left: checked in this order.
 * `middleware/readKeyScope.ts` defines what a read key may call.
 */
export class KeyRequired extends HttpApiMiddleware.Service<KeyRequired>()("daybook/http/KeyRequired", {
  requiredForClient: true,
  security: { bearer: HttpApiSecurity.bearer },
  error: [Unauthorized, Forbidden, TooManyRequests],
}) {}

/** Turns input that does not fit its schema into a 400 that names the field. */
export class InvalidRequest extends HttpApiMiddleware.Service<InvalidRequest>()(
  "daybook/http/InvalidRequest",
  {
    error: BadRequest,
  },
) {}

/**
 * Reads a JSON body of at most 1 MiB, with any `Content-Type`; a larger one is refused by its `Content-Length` or while
 * reading. An empty body is `{}`.
 */
export class JsonBody extends HttpApiMiddleware.Service<JsonBody>()("daybook/http/JsonBody", {
  error: [BadRequest, PayloadTooLarge, RequestTimeout],
}) {}

/** The same for a body that may hold years of data: at most 8 MiB. */
export class ImportBody extends HttpApiMiddleware.Service<ImportBody>()("daybook/http/ImportBody", {
  error: [BadRequest, PayloadTooLarge, RequestTimeout],
}) {}

/** Requires the webhook's secret. */
export class WebhookSecret extends HttpApiMiddleware.Service<WebhookSecret>()("daybook/http/WebhookSecret", {
  error: [Forbidden, TooManyRequests, NotConfigured],
}) {}
