import { type LinkFlow, LinkRefused } from "@daybook/access"
import { Setting, SourceError } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as OAuth from "oauth4webapi"
import type { Answer, Upstream } from "../upstream.ts"
import { type Accounts, type LinkedAccount, linkOf } from "./linkedAccounts.ts"

/**
 * The time to wait for tokens. Longer than for other calls: a code is good for one exchange, and a service that
 * replaces refresh tokens has revoked the old one, whether we receive its response or not.
 */
export const deliveryTimeout = "30 seconds"

/** For calls that a browser waits for: the user would rather start again. */
export const interactiveRetries = { retries: 1 }

/** An address with a default. */
type AtHome = Setting.Setting & { readonly default: string }

/** A service at one of its addresses, for the calls that link its accounts. */
export const serviceAt = (name: string, settings: Setting.Group, address: AtHome, url: URL | undefined) => ({
  name,
  title: settings.title,
  settings: { url: address.name, access: Setting.inWords(Setting.neededToLink(settings)) },
  url: url ?? new URL(address.default),
})

/** A service that speaks OAuth 2.0's authorization code flow (RFC 6749, 4.1), with its own habits. */
export interface CodeService {
  readonly name: string
  readonly settings: Setting.Group<{ readonly authorizeUrl: AtHome }>
  /** Replaces the page where accounts are linked. */
  readonly authorizeUrl: URL | undefined
  /** The issuer that it names in its responses (RFC 9207), if it does. */
  readonly issuer?: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly scopes: ReadonlyArray<string>
  /** Between scopes; a space by default. */
  readonly separator?: string
  /** More parameters for the consent page. */
  readonly asks?: Readonly<Record<string, string>>
  /** True if it checks RFC 7636's code challenge. */
  readonly pkce: boolean
  /** True if it accepts the client's credentials only in a header. */
  readonly basic?: boolean
  /** Its token endpoint, or a base above it. */
  readonly tokens: Upstream
  /** The request for tokens with these parameters; by default a form that is posted to the base of `tokens`. */
  readonly request?: (parameters: Readonly<Record<string, string>>) => HttpClientRequest.HttpClientRequest
  /** The account of an access token. `answer` is the token's response. */
  readonly accountOf: (
    token: Redacted.Redacted,
    answer: Readonly<Record<string, unknown>>,
  ) => Effect.Effect<Pick<LinkedAccount, "account" | "ref">, SourceError>
  /** Why the granted scopes do not suffice; undefined if they do. */
  readonly missing?: (scopes: ReadonlyArray<string>) => string | undefined
}

/** The two halves of a linked account's life: how it is linked, and how it is renewed. */
export interface CodeFlow {
  readonly flow: LinkFlow
  readonly renew: (account: LinkedAccount) => Effect.Effect<LinkedAccount, SourceError>
}

const Refusal = Schema.Struct({ error: Schema.String.check(Schema.isPattern(/^[a-z_]{1,40}$/)) })
const readRefusal = Schema.decodeUnknownOption(Refusal)

const scopesIn = (text: unknown): ReadonlyArray<string> | undefined =>
  typeof text === "string" && text.trim() !== "" ? text.trim().split(/[\s,]+/) : undefined

const byForm = (parameters: Readonly<Record<string, string>>) =>
  HttpClientRequest.post("").pipe(HttpClientRequest.bodyUrlParams(parameters))

/** The account of a token's response; fields that it leaves out stay as they are known. */
const accountFrom = Effect.fnUntraced(function* (
  answer: OAuth.TokenEndpointResponse,
  known: Omit<LinkedAccount, "accessToken" | "expiresAt">,
) {
  const created = answer["created_at"]
  const from = typeof created === "number" ? created * 1000 : yield* Clock.currentTimeMillis
  const refreshToken = answer.refresh_token ?? known.refreshToken
  const account: LinkedAccount = {
    account: known.account,
    ref: known.ref,
    callback: known.callback,
    scopes: scopesIn(answer.scope) ?? known.scopes,
    linkedAt: known.linkedAt,
    accessToken: answer.access_token,
    ...(answer.expires_in === undefined ? {} : { expiresAt: from + answer.expires_in * 1000 }),
    ...(refreshToken === undefined ? {} : { refreshToken }),
  }
  return account
})

/** The calls of a service's token endpoint. */
const callsOf = (service: CodeService) => {
  const { clientId, request = byForm, settings, tokens } = service
  const authorizeUrl = service.authorizeUrl ?? new URL(settings.table.authorizeUrl.default)
  const server: OAuth.AuthorizationServer = {
    issuer: service.issuer ?? authorizeUrl.origin,
    token_endpoint: authorizeUrl.href,
  }
  const client: OAuth.Client = { client_id: clientId }
  const secret = Redacted.value(service.clientSecret)
  // The library's own header is encoded by RFC 6749 to the letter, with hyphens as %2D. Spotify documents it plain.
  const inHeader: OAuth.ClientAuth = (_server, _client, _body, headers) =>
    headers.set("authorization", `Basic ${btoa(`${clientId}:${secret}`)}`)
  const authentication = service.basic === true ? inHeader : OAuth.ClientSecretPost(secret)

  const unreadable = () => tokens.failure("malformed answer", "sent tokens that we cannot read")

  const read = (refused: string) => (answer: Answer) => {
    if (answer.status === 400 || answer.status === 401 || answer.status === 403) {
      const refusal = readRefusal(answer.json)
      const code = refusal._tag === "None" ? answer.status : refusal.value.error
      return Effect.fail(tokens.failure("unauthorized", `${refused} (${code})`))
    }
    return Effect.map(
      tokens.json(Schema.Record(Schema.String, Schema.Unknown))(answer),
      // Some leave out what RFC 6749 requires, and mean a bearer token.
      (json) => ({ token_type: "bearer", ...json }),
    )
  }

  /** Has the library make a request and read its response; we make the call. */
  const ask = Effect.fnUntraced(function* (
    refused: string,
    retries: number | undefined,
    send: (options: OAuth.TokenEndpointRequestOptions) => Promise<Response>,
    process: (response: Response) => Promise<OAuth.TokenEndpointResponse>,
  ) {
    const context = yield* Effect.context<never>()
    const call: OAuth.TokenEndpointRequestOptions[typeof OAuth.customFetch] = async (
      _url,
      { body, headers },
    ) => {
      const parameters = Object.fromEntries(new URLSearchParams(String(body)))
      const made = request(parameters)
      const authorized =
        headers["authorization"] === undefined
          ? made
          : HttpClientRequest.setHeader(made, "authorization", headers["authorization"])
      const json = await Effect.runPromiseWith(context)(
        tokens.ask(authorized, read(refused), retries === undefined ? {} : { retries }),
      )
      return Response.json(json)
    }
    return yield* Effect.tryPromise({
      try: async () =>
        process(await send({ [OAuth.customFetch]: call, [OAuth.allowInsecureRequests]: true })),
      catch: (error) => error,
    }).pipe(Effect.mapError((error) => (error instanceof SourceError ? error : unreadable())))
  })

  return { ask, authentication, authorizeUrl, client, server }
}

/** How an account is linked. */
const flowOf = (
  service: CodeService,
  accounts: Accounts,
  { ask, authentication, authorizeUrl, client, server }: ReturnType<typeof callsOf>,
): LinkFlow => {
  const { clientId, name, settings } = service
  return {
    begin: Effect.fnUntraced(function* ({ callback, state }) {
      const verifier = OAuth.generateRandomCodeVerifier()
      const address = new URL(authorizeUrl)
      const { searchParams } = address
      searchParams.set("client_id", clientId)
      searchParams.set("response_type", "code")
      searchParams.set("redirect_uri", callback)
      searchParams.set("state", state)
      if (service.scopes.length > 0) searchParams.set("scope", service.scopes.join(service.separator ?? " "))
      for (const [key, value] of Object.entries(service.asks ?? {})) searchParams.set(key, value)
      if (service.pkce) {
        const challenge = yield* Effect.promise(() => OAuth.calculatePKCECodeChallenge(verifier))
        searchParams.set("code_challenge", challenge)
        searchParams.set("code_challenge_method", "S256")
      }
      return { address: address.href, secret: Redacted.make(verifier) }
    }),

    finish: Effect.fnUntraced(function* ({ callback, query, secret: verifier, state }) {
      const parameters = yield* Effect.try({
        try: () => OAuth.validateAuthResponse(server, client, query, state),
        catch: () =>
          new LinkRefused({
            message: `${settings.title} did not return a code: start again at /link/${name}`,
          }),
      })
      const answer = yield* ask(
        `rejects its own code: check ${Setting.inWords(Setting.neededToLink(settings))}, and start again at /link/${name}`,
        // A code is good for one exchange.
        0,
        (options) =>
          OAuth.authorizationCodeGrantRequest(
            server,
            client,
            authentication,
            parameters,
            callback,
            service.pkce ? Redacted.value(verifier) : OAuth.nopkce,
            options,
          ),
        (response) => OAuth.processAuthorizationCodeResponse(server, client, response),
      )
      const scopes = scopesIn(answer.scope) ?? scopesIn(query.get("scope")) ?? service.scopes
      const missing = service.missing?.(scopes)
      if (missing !== undefined) return yield* new LinkRefused({ message: missing })
      const account = yield* accountFrom(answer, {
        ...(yield* service.accountOf(Redacted.make(answer.access_token), answer)),
        callback,
        linkedAt: yield* Clock.currentTimeMillis,
        scopes,
      })
      yield* accounts.keep(name, account)
      return linkOf(account)
    }),
  }
}

/**
 * The flow of a service, with oauth4webapi: it is certified, has no dependencies, and leaves the calls to us, which
 * are bounded and counted like all others. arctic hard-codes each service's URLs, so stand-ins could not be used.
 */
export const make = (service: CodeService, accounts: Accounts): CodeFlow => {
  const { name } = service
  const calls = callsOf(service)
  const { ask, authentication, client, server } = calls
  return {
    flow: flowOf(service, accounts, calls),
    renew: Effect.fnUntraced(function* (account) {
      const answer = yield* ask(
        `no longer lets us in: link the account again at /link/${name}`,
        undefined,
        (options) =>
          OAuth.refreshTokenGrantRequest(
            server,
            client,
            authentication,
            account.refreshToken ?? "",
            // RFC 6749 does not have it there; Trakt does, and others do not mind.
            { ...options, additionalParameters: { redirect_uri: account.callback } },
          ),
        (response) => OAuth.processRefreshTokenResponse(server, client, response),
      )
      return yield* accountFrom(answer, account)
    }),
  }
}
