import { collectBytes, exceededJsonLimit, firstFaultOf, type JsonBounds, SourceError } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** A service as its errors name it. */
export interface Service {
  /** Its name in cursors and errors, such as `lastfm`. */
  readonly name: string
  /** Its name for people, such as `Last.fm`. */
  readonly title: string
  /** The settings to look at when its address or our access to it is wrong. */
  readonly settings: { readonly url: string; readonly access: string }
}

/** A whole response, of any status: some services send their errors with a 200. */
export interface Answer {
  readonly status: number
  readonly headers: Headers.Headers
  readonly text: string
  /** The body as JSON; undefined for any other body: a 5xx is often HTML. */
  readonly json: unknown
  /** Seconds to wait before the next call, where the service says (RFC 9110, section 10.2.3). */
  readonly retryAfter: number | undefined
}

/** A failure of the service. The message states what happened and what to do, and never contains secrets. */
export const failure = (
  service: Service,
  kind: SourceError["failure"],
  message: string,
  retryAfter?: number,
): SourceError =>
  new SourceError({
    source: service.name,
    failure: kind,
    message: `${service.title} ${message}`,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })

// Node's own errors are inside fetch's "fetch failed". Their code is more useful than either message, and unlike a
// message it cannot contain a URL with a key in it.
const errorCode = (error: unknown): string | undefined => {
  if (!Predicate.isObject(error)) return undefined
  if (Predicate.hasProperty(error, "code") && Predicate.isString(error.code)) return error.code
  return Predicate.hasProperty(error, "cause") ? errorCode(error.cause) : undefined
}

/** A call that ended without a whole response. */
export const connectionFailure = (service: Service, error: HttpClientError): SourceError => {
  const code = errorCode(error.reason)
  return failure(
    service,
    "unavailable",
    `cannot be reached${code === undefined ? "" : ` (${code})`}; if this lasts, check ${service.settings.url}`,
  )
}

// No service nests a hundred levels, or sends a million members in a page of a list.
const bounds: JsonBounds = { maxDepth: 100, maxValues: 1_000_000 }

const bodyBytes = (service: Service, response: HttpClientResponse, limit: number) =>
  collectBytes(response.stream, limit, () =>
    failure(
      service,
      "malformed answer",
      `sent more than ${limit >> 20} MiB in one response: check ${service.settings.url}`,
    ),
  ).pipe(
    Effect.catchTag("HttpClientError", (error) =>
      error.reason._tag === "EmptyBodyError"
        ? Effect.succeed(new Uint8Array())
        : Effect.fail(connectionFailure(service, error)),
    ),
  )

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/**
 * Reads the response to its end, up to `limit` bytes after decompression. JSON that would take many times that in
 * memory is refused before it is parsed.
 */
export const readAnswer = Effect.fnUntraced(function* (
  service: Service,
  response: HttpClientResponse,
  limit: number,
): Effect.fn.Return<Answer, SourceError> {
  const bytes = yield* bodyBytes(service, response, limit)
  const excess = exceededJsonLimit(bytes, bounds)
  if (excess !== undefined)
    return yield* failure(service, "malformed answer", `sent a response that ${excess}`)
  const text = new TextDecoder().decode(bytes)
  const parsed = Headers.parseRetryAfter(response.headers["retry-after"] ?? "")
  const now = yield* Clock.currentTimeMillis
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: Option.getOrUndefined(parse(text)),
    retryAfter: Result.isSuccess(parsed)
      ? Math.ceil(Duration.toSeconds(Headers.retryAfterDelay(parsed.success, now)))
      : undefined,
  }
})

/** The meaning of a status other than 2xx, where the body says nothing more exact. */
export const statusFailure = (service: Service, { status, retryAfter }: Answer): SourceError | undefined => {
  const { access, url } = service.settings
  if (status >= 200 && status < 300) return undefined
  if (status === 401 || status === 403) {
    return failure(service, "unauthorized", `refuses our access (${status}): check ${access}`)
  }
  if (status === 429) return failure(service, "rate limited", "asks us to slow down (429)", retryAfter)
  // 520 to 530 are Cloudflare's for a failing origin: every 5xx may pass.
  if (status === 408 || status >= 500) {
    return failure(service, "unavailable", `is failing (${status}); try again later`, retryAfter)
  }
  if (status < 400)
    return failure(service, "malformed answer", `sends us elsewhere (${status}): check ${url}`)
  return failure(service, "malformed answer", `does not support this request (${status}): check ${url}`)
}

/** Reads a JSON body by its schema; the failure names the field and contains nothing of its value. */
export const decodeJson =
  <S extends Schema.ConstraintDecoder<unknown>>(service: Service, schema: S) =>
  (answer: Answer): Effect.Effect<S["Type"], SourceError> => {
    if (answer.json === undefined) {
      return Effect.fail(
        failure(
          service,
          "malformed answer",
          `sent a response that is not JSON: check ${service.settings.url}`,
        ),
      )
    }
    return Schema.decodeEffect(schema)(answer.json).pipe(
      Effect.mapError((error) =>
        failure(
          service,
          "malformed answer",
          `sent an invalid response (${firstFaultOf("the body", error.issue)})`,
        ),
      ),
    )
  }
