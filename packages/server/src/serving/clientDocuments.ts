import { ClientDocuments, oauthError } from "@daybook/access"
import { failureCode, guardAddresses, guardedClient, privateAddress } from "@daybook/images-node"
import { collectBytes } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"

const maxBytes = 16 * 1024
/** The limit for all of a fetch: the connection, and the document to its last byte. */
const timeLimit = "5 seconds"

const failed = (why: string) => oauthError("invalid_client", `The client's metadata document ${why}`)

const headers = {
  accept: "application/json",
  // An encoding that is not asked for cannot unpack in our memory.
  "accept-encoding": "identity",
  "user-agent": "Daybook/0.1",
}

const connectionFailed = (error: unknown) => {
  const code = failureCode(error)
  return failed(code === privateAddress ? "is in a private network" : `cannot be reached (${code})`)
}

/** Fetches metadata documents of clients: over HTTPS from public addresses, following no redirect. */
export const layer = Layer.effect(
  ClientDocuments,
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const guard = guardAddresses()
    const client = yield* Effect.cached(Effect.provideService(guardedClient(guard), Scope.Scope, scope))
    return Effect.fn("ClientDocuments.fetch")(
      function* (text: string) {
        const url = new URL(text)
        if (url.protocol !== "https:") return yield* failed("must be at an https address")
        // A host that is an address is never looked up, so the check is made here.
        if (!guard.mayLookUp(url.hostname)) return yield* failed("is in a private network")
        const request = HttpClientRequest.get(url.href, { headers })
        const response = yield* Effect.mapError((yield* client).execute(request), ({ reason }) =>
          connectionFailed(reason),
        )
        if (response.status !== 200) return yield* failed(`answers ${response.status}, not 200`)
        const bytes = yield* collectBytes(
          Stream.mapError(response.stream, ({ reason }) => connectionFailed(reason)),
          maxBytes,
          () => failed(`has more than ${maxBytes} bytes`),
        )
        return new TextDecoder().decode(bytes)
      },
      Effect.scoped,
      Effect.timeoutOrElse({
        duration: timeLimit,
        orElse: () => Effect.fail(failed(`did not come within ${timeLimit}`)),
      }),
      // Trace ids are ours: a third party has no use for them.
      Effect.provideService(HttpClient.TracerPropagationEnabled, false),
    )
  }),
)
