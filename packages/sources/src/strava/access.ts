import { Setting, type SourceError } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { RotatingToken } from "../rotatingToken.ts"
import type { Answer, Upstream } from "../upstream.ts"
import { settings } from "./settings.ts"

const Tokens = Schema.Struct({
  access_token: Schema.NonEmptyString,
  /** Seconds since 1970: six hours ahead, or the rest of them. */
  expires_at: Schema.Finite,
  refresh_token: Schema.NonEmptyString,
})

const Fault = Schema.Struct({
  resource: Schema.optionalKey(Schema.Unknown),
  field: Schema.String,
  code: Schema.String,
})
const readErrors = Schema.decodeUnknownOption(Schema.Struct({ errors: Schema.Array(Fault) }))

/** The faults that an error names: `errors` is a list in most responses, and a text in some. */
const faultsOf = (answer: Answer): ReadonlyArray<typeof Fault.Type> => {
  const read = readErrors(answer.json)
  return read._tag === "None" ? [] : read.value.errors
}

/** The message for a response that refuses access to activities. */
export const refusalOf = (answer: Answer): string => {
  const faults = faultsOf(answer)
  // {"resource": "Application", "field": "Status", "code": "Inactive"}, since subscriptions are required.
  if (faults.some(({ code, resource }) => resource === "Application" && /^inactive$/i.test(code)))
    return `has made the application inactive (${answer.status}): since 30 June 2026 its owner needs a paid subscription. Subscribe and reactivate it at https://www.strava.com/settings/api, or import files of your runs instead`
  if (faults.some(({ field }) => field.startsWith("activity:read")))
    return "lets us read no activities: link the account at /link/strava with the box for activities ticked, or get a STRAVA_REFRESH_TOKEN with the scope activity:read or activity:read_all"
  return `refuses our access (${answer.status}): check ${Setting.neededInWords(settings)}`
}

/** The credentials of the app that the owner created at Strava. */
export interface App {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
}

const refusal = (upstream: Upstream, answer: Answer): SourceError => {
  const fields = faultsOf(answer).map(({ field }) => field)
  const what = fields.includes("refresh_token")
    ? "no longer accepts our refresh token: set a new STRAVA_REFRESH_TOKEN"
    : fields.includes("client_id")
      ? "does not know the app: check STRAVA_CLIENT_ID"
      : refusalOf(answer)
  return upstream.failure("unauthorized", what)
}

// A token is not used in the last minute of its life: clocks differ, and calls take time.
const margin = 60_000

/** The access tokens of an account, each for as long as it lives. */
export const make = (upstream: Upstream, refreshToken: RotatingToken, app: App) => {
  let held: { readonly token: Redacted.Redacted<string>; readonly until: number } | undefined

  const readTokens = (answer: Answer) =>
    answer.status === 400 || answer.status === 401 || answer.status === 403
      ? Effect.fail(refusal(upstream, answer))
      : upstream.json(Tokens)(answer)

  const ask = (token: Redacted.Redacted<string>) =>
    upstream.ask(
      HttpClientRequest.post("/oauth/token").pipe(
        HttpClientRequest.bodyUrlParams({
          client_id: app.clientId,
          client_secret: Redacted.value(app.clientSecret),
          grant_type: "refresh_token",
          refresh_token: Redacted.value(token),
        }),
      ),
      readTokens,
    )

  const refreshed = Effect.gen(function* () {
    const old = yield* refreshToken.current
    // Strava's response may void the old refresh token: nothing may come between the response and its storing.
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const { access_token, expires_at, refresh_token } = yield* restore(ask(old))
        if (refresh_token !== Redacted.value(old)) yield* refreshToken.keep(Redacted.make(refresh_token))
        const token = Redacted.make(access_token)
        held = { token, until: expires_at * 1000 - margin }
        return token
      }),
    )
  })

  return {
    account: refreshToken.setting,
    /** A token, and whether it is an earlier one, which Strava may have revoked. */
    token: Effect.gen(function* () {
      if (held !== undefined && (yield* Clock.currentTimeMillis) < held.until) {
        return { token: held.token, isOld: true }
      }
      return { token: yield* refreshed, isOld: false }
    }),
    forget: Effect.sync(() => (held = undefined)),
  }
}
