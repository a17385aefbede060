import { Setting, type SourceError } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as UrlParams from "effect/http/UrlParams"
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Schema from "effect/Schema"
import {
  type Answer,
  connectionFailure,
  decodeJson,
  failure,
  readAnswer,
  type Service,
  statusFailure,
} from "./answer.ts"
import { countCall } from "./callMetrics.ts"
import { makePace } from "./pace.ts"
import { trackServiceHealth } from "./serviceState.ts"

export type { Answer, Service } from "./answer.ts"

/** The options for calling a third-party service. */
export interface Options extends Service {
  /** Scheme, host and base path, with or without a slash at the end; its query goes with every call. */
  readonly url: URL
  /** Adds the parts of every call, such as a token. Secrets in a query are given as `Redacted`. */
  readonly everyRequest?: (
    request: HttpClientRequest.HttpClientRequest,
  ) => HttpClientRequest.HttpClientRequest
  /** The least time between the starts of two calls, retries among them; default none. */
  readonly gap?: Duration.Input
  /** For one attempt, body included, in time that this process runs; default 10 seconds. */
  readonly timeout?: Duration.Input
  /** Attempts after the first; default 4, spread over about 8 seconds. */
  readonly retries?: number
  /** The most bytes of one response; default 16 MiB. */
  readonly bodyLimit?: number
}

/** A third-party service, ready for calls. */
export interface Upstream {
  /**
   * Sends a request whose address is relative to the base ("" is the base itself) and reads the response. `read` sees
   * every complete answer, of any status. Failures as unavailable or rate limited, in the connection or in `read`, are
   * tried again.
   */
  readonly ask: <A>(
    request: HttpClientRequest.HttpClientRequest,
    read: (answer: Answer) => Effect.Effect<A, SourceError>,
    options?: { readonly retries?: number },
  ) => Effect.Effect<A, SourceError>
  /** The usual `read`: fails on a status other than 2xx, then decodes the JSON body. */
  readonly json: <S extends Schema.ConstraintDecoder<unknown>>(
    schema: S,
  ) => (answer: Answer) => Effect.Effect<S["Type"], SourceError>
  /** The failure of a status other than 2xx, for a `read` that does not expect JSON. */
  readonly statusFailure: (answer: Answer) => SourceError | undefined
  /** A failure of this service; the message follows its title: `"asks us to slow down"`. */
  readonly failure: (kind: SourceError["failure"], message: string, retryAfter?: number) => SourceError
}

/**
 * Like `read`, with none if the service does not know the item: it says so with a 404, or with one of these
 * statuses.
 */
export const ifKnown =
  <A>(read: (answer: Answer) => Effect.Effect<A, SourceError>, unknown: ReadonlyArray<number> = [404]) =>
  (answer: Answer): Effect.Effect<Option.Option<A>, SourceError> =>
    unknown.includes(answer.status) ? Effect.succeedNone : Effect.asSome(read(answer))

// A sync does not wait longer: it reports the delay, and the schedule comes back.
const maxWaitSeconds = 30

// Names of services' parameters for secrets, in a query or in a header. Our own are Redacted as well: this list is for
// addresses that services make.
const secretNames = [
  /(^|[-_])(key|secret|password|code|sk|sig|signature)$/i,
  /^apikey$/i,
  /token$/i,
  /^oauth_/i,
]

// Jitter keeps servers that failed together from coming back together.
const backoff = Schedule.exponential("500 millis").pipe(
  Schedule.setInputType<SourceError>(),
  Schedule.jittered,
  Schedule.modifyDelay(({ duration, input }) =>
    Effect.succeed(Duration.max(duration, Duration.seconds(input.retryAfter ?? 0))),
  ),
)

const mayPass = (error: SourceError): boolean =>
  (error.failure === "unavailable" || error.failure === "rate limited") &&
  (error.retryAfter ?? 0) <= maxWaitSeconds

/** Base address and query apart, the query redacted: a self-hoster may keep a key in it. */
const withBase = (
  url: URL,
): ((request: HttpClientRequest.HttpClientRequest) => HttpClientRequest.HttpClientRequest) => {
  const base = url.origin + url.pathname
  const query = [...url.searchParams].map(([name, value]) => [name, Redacted.make(value)] as const)
  return (request) =>
    (request.url === ""
      ? HttpClientRequest.setUrl(request, base)
      : HttpClientRequest.prependUrl(request, base)
    ).pipe(HttpClientRequest.appendUrlParams(query))
}

/** A service whose address has a default. */
type AtHome = Setting.Group<{ readonly url: Setting.Setting & { readonly default: string } }>

/** What the settings of a service say about it, at this address or at its own host. Only its own host sets a pace. */
export const at = (settings: AtHome, url: URL | undefined, homeGap: Duration.Input = 0) => {
  const home = new URL(settings.table.url.default)
  return {
    title: settings.title,
    settings: {
      url: settings.table.url.name,
      access: Setting.neededInWords(settings) || settings.table.url.name,
    },
    url: url ?? home,
    gap: url === undefined || url.hostname === home.hostname ? homeGap : 0,
  }
}

/**
 * Ends after so much time in which this process ran. A machine that slept has its response still to read when it wakes,
 * with all of its timers due at once: the sleep counts as one part of eight.
 */
const waited = (limit: Duration.Duration): Effect.Effect<void> =>
  Effect.asVoid(Effect.repeat(Effect.sleep(Duration.divideUnsafe(limit, 8)), { times: 7 }))

/** Makes the calls of one service: paced, bounded in time and size, retried, with typed failures. */
export const make = Effect.fnUntraced(function* (
  options: Options,
): Effect.fn.Return<Upstream, never, HttpClient.HttpClient> {
  const timeout = Duration.fromInputUnsafe(options.timeout ?? "10 seconds")
  const bodyLimit = options.bodyLimit ?? 16 * 1024 * 1024
  const pace = makePace(options.gap ?? 0)
  const noted = yield* trackServiceHealth(options.name)
  const client = (yield* HttpClient.HttpClient).pipe(
    HttpClient.mapRequest(
      flow(
        withBase(options.url),
        HttpClientRequest.setHeader("user-agent", "Daybook/0.1"),
        options.everyRequest ?? ((request) => request),
      ),
    ),
    // Closing the scope drops a connection whose response was not read to its end.
    HttpClient.withScope,
  )

  const once = (request: HttpClientRequest.HttpClientRequest): Effect.Effect<Answer, SourceError> =>
    client.execute(request).pipe(
      Effect.mapError((error) => connectionFailure(options, error)),
      Effect.flatMap((response) => readAnswer(options, response, bodyLimit)),
      Effect.scoped,
      Effect.raceFirst(
        Effect.andThen(
          waited(timeout),
          Effect.fail(failure(options, "unavailable", `did not respond within ${Duration.format(timeout)}`)),
        ),
      ),
      Effect.updateService(UrlParams.CurrentRedactedNames, (names) => [...names, ...secretNames]),
      Effect.updateService(Headers.CurrentRedactedNames, (names) => [...names, ...secretNames]),
      // Trace ids are ours: a third party has no use for them.
      Effect.provideService(HttpClient.TracerPropagationEnabled, false),
      // Our keys go to the configured address and nowhere else. Undici follows no redirect on its own, fetch does.
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    )

  return {
    ask: (request, read, { retries = options.retries ?? 4 } = {}) =>
      pace.pipe(
        Effect.andThen(countCall(options.name, Effect.flatMap(once(request), read))),
        // Each try: a sync whose time is over ends between two, and its source must not look well.
        noted,
        Effect.retry({ schedule: backoff, times: retries, while: mayPass }),
        Effect.withSpan("Upstream.ask", { attributes: { service: options.name } }),
      ),
    json: (schema) => (answer) => {
      const failed = statusFailure(options, answer)
      return failed === undefined ? decodeJson(options, schema)(answer) : Effect.fail(failed)
    },
    statusFailure: (answer) => statusFailure(options, answer),
    failure: (kind, message, retryAfter) => failure(options, kind, message, retryAfter),
  }
})
