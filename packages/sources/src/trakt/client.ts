import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as ChosenAccess from "../linking/chosenAccess.ts"
import * as Upstream from "../upstream.ts"
import { readable } from "./accountTrouble.ts"
import { makeFlow } from "./link.ts"
import { type Config, settings } from "./settings.ts"

// A thousand calls in five minutes.
const homeGap = "300 millis"

/** Trakt's API (https://trakt.docs.apiary.io), with the headers of every call. */
export const makeClient = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<Upstream.Upstream, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "trakt",
    ...Upstream.at(settings, config.url, homeGap),
    everyRequest: HttpClientRequest.setHeaders({
      "content-type": "application/json",
      "trakt-api-version": "2",
      "trakt-api-key": Redacted.value(config.clientId),
    }),
  })
  const flow = yield* makeFlow(config)
  const link = flow === undefined ? "set TRAKT_CLIENT_SECRET and link the account" : "link the account"
  const access = yield* ChosenAccess.make({
    name: "trakt",
    upstream,
    setting: settings.table.token.name,
    bySettings: ChosenAccess.fixedToken("trakt", config.token),
    renew: flow?.renew,
  })
  const ask: Upstream.Upstream["ask"] = (request, read, options) =>
    access.withToken((token) => upstream.ask(HttpClientRequest.bearerToken(request, token), read, options))
  return {
    ...upstream,
    ask,
    json: (schema) => (answer) => {
      if (answer.status === 401) {
        return Effect.fail(
          upstream.failure(
            "unauthorized",
            `refuses the access token (401): it has expired or was revoked; ${link} at /link/trakt, which renews it, or make a new one and set TRAKT_TOKEN`,
          ),
        )
      }
      return readable(upstream, schema)(answer)
    },
  }
})
