import { Setting, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { notLinked } from "../linking/linkable.ts"
import { LinkedAccounts } from "../linking/linkedAccounts.ts"
import * as Upstream from "../upstream.ts"
import * as Access from "./access.ts"
import { type Api, refusalOf } from "./apiErrors.ts"
import { type Config, settings } from "./settings.ts"

/** Google's APIs on behalf of the linked account. */
export interface Client {
  /** Queries an API with the held access; where Google has revoked it, again with new access. */
  readonly ask: <A>(
    api: Api,
    request: HttpClientRequest.HttpClientRequest,
    read: (answer: Upstream.Answer) => Effect.Effect<A, SourceError>,
  ) => Effect.Effect<A, SourceError>
  /** Queries an API with new access and also gives that access. Each call is retried once. */
  readonly askWithNewAccess: <A>(
    api: Api,
    request: HttpClientRequest.HttpClientRequest,
    read: (answer: Upstream.Answer) => Effect.Effect<A, SourceError>,
  ) => Effect.Effect<{ readonly access: Access.Access; readonly answer: A }, SourceError>
  readonly json: Upstream.Upstream["json"]
}

/** The refresh token of the linked account, else of the settings, which is never replaced. */
const linkedOrSet = Effect.fnUntraced(function* (
  tokens: Upstream.Upstream,
  { refreshToken }: Config,
): Effect.fn.Return<Access.RefreshToken> {
  const accounts = yield* LinkedAccounts
  const linked = accounts.get("google")
  return {
    current: Effect.flatMap(linked, (account) => {
      const token = Option.getOrUndefined(account)?.refreshToken
      if (token !== undefined) return Effect.succeed(Redacted.make(token))
      return refreshToken === undefined
        ? Effect.fail(notLinked(tokens, "google", settings.table.refreshToken.name))
        : Effect.succeed(refreshToken)
    }),
    keep: Effect.fnUntraced(function* (token) {
      const account = Option.getOrUndefined(yield* Effect.orElseSucceed(linked, Option.none))
      // RFC 6749, section 6, allows a new one. Google has never given one, and the one in the settings stays valid.
      yield* account === undefined
        ? Effect.logWarning("google: returned a new refresh token, which is not stored")
        : accounts.keep("google", { ...account, refreshToken: Redacted.value(token) })
    }),
  }
})

/** Google's APIs for the sources built on them, which share one client and its access. */
export const make = Effect.fnUntraced(function* (
  config: Config,
  refreshToken?: Access.RefreshToken,
): Effect.fn.Return<Client, never, HttpClient> {
  const service = (url: Setting.Setting) => ({
    name: "google",
    title: "Google",
    settings: { url: url.name, access: Setting.neededInWords(settings) },
  })
  const tokens = yield* Upstream.make({
    ...service(settings.table.tokenUrl),
    url: config.tokenUrl ?? new URL(settings.table.tokenUrl.default),
  })
  const apis = yield* Upstream.make({
    ...service(settings.table.apiUrl),
    url: config.apiUrl ?? new URL(settings.table.apiUrl.default),
  })
  const access = Access.make(tokens, config, refreshToken ?? (yield* linkedOrSet(tokens, config)))

  const askWith = <A>(
    { token }: Access.Access,
    api: Api,
    request: HttpClientRequest.HttpClientRequest,
    read: (answer: Upstream.Answer) => Effect.Effect<A, SourceError>,
    options?: { readonly retries?: number },
  ) =>
    apis.ask(
      HttpClientRequest.bearerToken(request, token),
      (answer) => {
        const refusal = refusalOf(apis, answer, api)
        return refusal === undefined ? read(answer) : Effect.fail(refusal)
      },
      options,
    )

  const ask: Client["ask"] = (api, request, read) =>
    Effect.gen(function* () {
      const { access: held, isOld } = yield* access.current
      return yield* askWith(held, api, request, read).pipe(
        Effect.catchIf(
          ({ failure }) => isOld && failure === "unauthorized",
          () => Effect.andThen(access.forget, ask(api, request, read)),
        ),
      )
    })

  return {
    ask,
    askWithNewAccess: (api, request, read) =>
      Effect.gen(function* () {
        // A user is waiting for the response.
        const fresh = yield* access.refresh({ retries: 1 })
        const answer = yield* askWith(fresh, api, request, read, { retries: 1 })
        return { access: fresh, answer }
      }),
    json: apis.json,
  }
})
