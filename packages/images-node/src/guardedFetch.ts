import { collectBytes } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { failureCode, guardedClient } from "./guardedClient.ts"
import { guardAddresses, privateAddress } from "./publicAddresses.ts"

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Why something could not be fetched, to follow its URL in a message: `answers 404`. */
export class FetchError extends Schema.TaggedError<FetchError>()("FetchError", { message: Schema.String }) {}

const failed = (message: string) => new FetchError({ message })

const inPrivateNetwork = failed("is in a private network")

const connectionFailed = ({ reason }: HttpClientError) =>
  failureCode(reason) === privateAddress
    ? inPrivateNetwork
    : failed(`cannot be reached (${failureCode(reason)})`)

/** The content, and its URL after redirects. */
export interface Fetched {
  readonly bytes: Uint8Array
  readonly url: string
  /** Its `Content-Type`; "" if there is none. */
  readonly type: string
}

export interface FetchOptions {
  /** The `Accept` header. */
  readonly accept: string
  readonly maxBytes: number
  /** Hosts that the settings name, which may be private; none by default. */
  readonly configuredHosts?: ReadonlyArray<string>
  /** 4 by default; with 0 a redirect is a failure like any other. */
  readonly maxRedirects?: number
  /** The limit for all of a fetch: every redirect, and the body to its last byte. */
  readonly timeLimit?: `${number} seconds`
}

/** Reads an http or https address. */
const readAddress = (text: string, base?: URL) =>
  Effect.gen(function* () {
    if (!URL.canParse(text, base?.href)) return yield* failed("is not a URL")
    const url = new URL(text, base)
    if (url.protocol !== "http:" && url.protocol !== "https:") return yield* failed(`is ${url.protocol}`)
    if (url.username !== "" || url.password !== "") return yield* failed("holds a password")
    return url
  })

/**
 * Fetches over http and https, within 10 seconds and over at most 4 redirects by default. A URL that leads into a private network is refused, at each
 * redirect again, unless its host is configured, with its port if that is unusual (`media.home.example:8096`).
 */
export const makeGuardedFetch = Effect.fnUntraced(function* ({
  accept,
  configuredHosts = [],
  maxBytes,
  maxRedirects = 4,
  timeLimit = "10 seconds",
}: FetchOptions) {
  const configured = new Set(configuredHosts)
  const guard = guardAddresses()
  const toAnywhere = yield* guardedClient()
  const toPublic = yield* guardedClient(guard)
  const headers = {
    accept,
    // An encoding that is not requested cannot unpack in our memory.
    "accept-encoding": "identity",
    "user-agent": "Daybook/0.1",
  }
  const tooLarge = () => failed(`has more than ${maxBytes} bytes`)

  /** The body, in no more memory than its limit. */
  const readBytes = Effect.fnUntraced(function* (response: HttpClientResponse) {
    if (Number(response.headers["content-length"] ?? 0) > maxBytes) return yield* tooLarge()
    return yield* collectBytes(Stream.mapError(response.stream, connectionFailed), maxBytes, tooLarge)
  })

  const ask = Effect.fnUntraced(function* (url: URL) {
    const isConfigured = configured.has(url.host)
    // A host that is an address is never looked up, so the check is made here.
    if (!isConfigured && !guard.mayLookUp(url.hostname)) return yield* inPrivateNetwork
    const client = isConfigured ? toAnywhere : toPublic
    return yield* Effect.mapError(
      client.execute(HttpClientRequest.get(url.href, { headers })),
      connectionFailed,
    )
  })

  /** Returns what was fetched, or the URL of a redirect. */
  const step = Effect.fnUntraced(function* (url: URL) {
    const response = yield* ask(url)
    const { location } = response.headers
    if (maxRedirects > 0 && redirects.has(response.status) && location !== undefined)
      return yield* readAddress(location, url)
    if (response.status !== 200) return yield* failed(`answers ${response.status}`)
    const bytes = yield* readBytes(response)
    return { bytes, url: url.href, type: response.headers["content-type"] ?? "" }
  }, Effect.scoped)

  return Effect.fn("GuardedFetch.fetch")(
    function* (address: string): Effect.fn.Return<Fetched, FetchError> {
      let url = yield* readAddress(address)
      for (let redirected = 0; redirected <= maxRedirects; redirected++) {
        const next = yield* step(url)
        if (!(next instanceof URL)) return next
        url = next
      }
      return yield* failed(`redirects more than ${maxRedirects} times`)
    },
    Effect.timeoutOrElse({
      duration: timeLimit,
      orElse: () => Effect.fail(failed(`did not come within ${timeLimit}`)),
    }),
    // Trace ids are ours: a third party has no use for them.
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
  )
})
