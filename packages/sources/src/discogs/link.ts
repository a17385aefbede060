import { type LinkFlow, LinkRefused } from "@daybook/access"
import { Setting, type SourceError } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { deliveryTimeout, interactiveRetries } from "../linking/codeFlow.ts"
import type { Linkable } from "../linking/index.ts"
import { linkable } from "../linking/linkable.ts"
import { type LinkedAccount, LinkedAccounts, linkOf } from "../linking/linkedAccounts.ts"
import { Text } from "../text.ts"
import * as Upstream from "../upstream.ts"
import { type Config, settings } from "./settings.ts"
import { authorizationOf, type Credentials } from "./signing.ts"

const Identity = Schema.Struct({ username: Text })

/** Tokens arrive as a form. */
const tokenOf =
  (upstream: Upstream.Upstream) =>
  (answer: Upstream.Answer): Effect.Effect<{ key: string; secret: string }, SourceError> => {
    if (answer.status === 400 || answer.status === 401 || answer.status === 403) {
      return Effect.fail(
        upstream.failure(
          "unauthorized",
          `refuses the link (${answer.status}): check ${Setting.inWords(Setting.neededToLink(settings))}, and start again at /link/discogs`,
        ),
      )
    }
    const failed = upstream.statusFailure(answer)
    if (failed !== undefined) return Effect.fail(failed)
    const form = new URLSearchParams(answer.text.trim())
    const [key, secret] = [form.get("oauth_token"), form.get("oauth_token_secret")]
    return key && secret
      ? Effect.succeed({ key, secret })
      : Effect.fail(upstream.failure("malformed answer", "sent tokens that we cannot read"))
  }

/** Discogs' OAuth 1.0a flow (RFC 5849, 2): its tokens do not expire. */
const flowOf = (
  upstream: Upstream.Upstream,
  authorizeUrl: URL,
  app: Credentials,
  keep: (account: LinkedAccount) => Effect.Effect<void>,
): LinkFlow => {
  const tokenIn = tokenOf(upstream)
  const signed = (
    request: HttpClientRequest.HttpClientRequest,
    token?: Credentials["token"],
    more: Readonly<Record<string, string>> = {},
  ) =>
    HttpClientRequest.setHeader(
      request,
      "authorization",
      Redacted.value(authorizationOf(token === undefined ? app : { ...app, token }, more)),
    )

  return {
    begin: ({ callback, state }) => {
      const back = new URL(callback)
      // OAuth 1.0a has no state parameter.
      back.searchParams.set("state", state)
      return upstream
        .ask(
          signed(HttpClientRequest.get("/oauth/request_token"), undefined, { oauth_callback: back.href }),
          tokenIn,
          interactiveRetries,
        )
        .pipe(
          Effect.map(({ key, secret }) => {
            const address = new URL(authorizeUrl)
            address.searchParams.set("oauth_token", key)
            return { address: address.href, secret: Redacted.make(`${key} ${secret}`) }
          }),
        )
    },
    finish: Effect.fnUntraced(function* ({ callback, query, secret: kept }) {
      const [key = "", secret = ""] = Redacted.value(kept).split(" ")
      const verifier = query.get("oauth_verifier")
      if (verifier === null || query.get("oauth_token") !== key) {
        return yield* new LinkRefused({
          message: "Discogs did not return a verifier: start again at /link/discogs",
        })
      }
      const token = yield* upstream.ask(
        signed(HttpClientRequest.post("/oauth/access_token"), { key, secret }, { oauth_verifier: verifier }),
        tokenIn,
        { retries: 0 },
      )
      const { username } = yield* upstream.ask(
        signed(HttpClientRequest.get("/oauth/identity"), token),
        upstream.json(Identity),
        interactiveRetries,
      )
      const account: LinkedAccount = {
        account: username,
        ref: username,
        callback,
        scopes: [],
        linkedAt: yield* Clock.currentTimeMillis,
        accessToken: token.key,
        tokenSecret: token.secret,
      }
      yield* keep(account)
      return linkOf(account)
    }),
  }
}

/** Discogs as a service whose accounts can be linked. */
export const link = (config: Config = {}): Linkable =>
  Effect.gen(function* () {
    const { authorizeUrl, consumerKey, consumerSecret, url } = config
    if (consumerKey === undefined || consumerSecret === undefined)
      return yield* linkable("discogs", settings, undefined)
    const upstream: Upstream.Upstream = yield* Upstream.make({
      name: "discogs",
      title: settings.title,
      settings: {
        url: settings.table.url.name,
        access: Setting.inWords(Setting.neededToLink(settings)),
      },
      url: url ?? new URL(settings.table.url.default),
      timeout: deliveryTimeout,
    } satisfies Upstream.Options)
    const accounts = yield* LinkedAccounts
    return yield* linkable(
      "discogs",
      settings,
      flowOf(
        upstream,
        authorizeUrl ?? new URL(settings.table.authorizeUrl.default),
        { consumerKey, consumerSecret },
        (account) => accounts.keep("discogs", account),
      ),
    )
  }) satisfies Effect.Effect<unknown, never, HttpClient>
