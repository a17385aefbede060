import { IdentityProvider } from "@daybook/access"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { inspect } from "node:util"
import { Google } from "../../src/index.ts"
import { apiFailure, missingCredentials, profile, refusal, scopes, tokens } from "./samples.ts"
import { hastyClock } from "../hastyClock.ts"
import { recordedText, whereRecorded } from "../recordings.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

const planted = {
  clientSecret: "planted-client-secret-0123",
  refreshToken: "planted-refresh-token-0123",
  accessToken: "planted-access-token-0123",
}

const start = 1_700_000_000_000

interface Script {
  readonly token?: (asked: Asked, call: number) => Reply
  readonly api?: (asked: Asked, call: number) => Reply
}

/** Google's two sides, on one server: access tokens with their own number, and the profile for each of them. */
const google = (script: Script = {}) =>
  Effect.gen(function* () {
    const clock = hastyClock(start)
    const asked: Array<string> = []
    let refreshes = 0
    let calls = 0
    const server = yield* scriptedServer((call) => {
      asked.push(`${call.method} ${call.path}`)
      return call.path === "/token"
        ? (script.token?.(call, ++refreshes) ?? { body: tokens(`${planted.accessToken}-${++refreshes}`) })
        : (script.api?.(call, ++calls) ?? { body: profile })
    })
    const config: Google.Config = {
      tokenUrl: new URL("/token", server.url),
      apiUrl: server.url,
      clientId: "a-client",
      clientSecret: Redacted.make(planted.clientSecret),
      refreshToken: Redacted.make(planted.refreshToken),
    }
    const { test } = yield* Effect.provide(IdentityProvider, Google.layer(config))
    const client = yield* Google.make(config)
    return { asked, calls: server.calls, clock, client, config, test: clock.provide(test) }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const refused = (script: Script) =>
  Effect.gen(function* () {
    const { asked, test } = yield* google(script)
    const error = yield* Effect.flip(test)
    return { error, message: error.message, asked }
  })

describe("the test of the identity provider", () => {
  it.live("refreshes access, and requests the mail profile with it", () =>
    Effect.gen(function* () {
      const { calls, test } = yield* google()
      expect(yield* test).toEqual({
        email: "someone@example.org",
        messagesTotal: 4_210,
        scopes,
        expiresAt: start / 1000 + 3_599,
      })
      const [refresh, mail] = calls
      expect([refresh?.method, refresh?.path]).toEqual(["POST", "/token"])
      expect(Object.fromEntries(new URLSearchParams(refresh?.body))).toEqual({
        grant_type: "refresh_token",
        client_id: "a-client",
        client_secret: planted.clientSecret,
        refresh_token: planted.refreshToken,
      })
      expect(mail?.path).toBe("/gmail/v1/users/me/profile")
      expect(mail?.headers["authorization"]).toMatch(new RegExp(`^Bearer ${planted.accessToken}`))
    }),
  )

  it.live("refreshes access each time", () =>
    Effect.gen(function* () {
      const { asked, test } = yield* google()
      yield* test
      yield* test
      expect(asked.filter((one) => one === "POST /token")).toHaveLength(2)
    }),
  )

  it.live("returns no scopes where Google names none", () =>
    Effect.gen(function* () {
      const { test } = yield* google({ token: () => ({ body: { access_token: "t", expires_in: 60 } }) })
      expect((yield* test).scopes).toEqual([])
    }),
  )

  it.effect("names the settings if none is set", () =>
    Effect.gen(function* () {
      const { test } = yield* Effect.provide(
        IdentityProvider,
        Layer.provide(Google.layer(undefined), FetchHttpClient.layer),
      )
      const error = yield* Effect.flip(test)
      expect(error).toMatchObject({
        _tag: "NotConfigured",
        message: expect.stringContaining("GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_REFRESH_TOKEN"),
      })
    }),
  )
})

describe("a refusal by the token endpoint", () => {
  for (const [what, status, error, says] of [
    ["of the refresh token", 400, "invalid_grant", /link the account again at \/link\/google/],
    ["of the client", 401, "invalid_client", /check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET/],
    ["of another client's token", 401, "unauthorized_client", /check GOOGLE_CLIENT_ID/],
    ["of a scope", 400, "invalid_scope", /link the account again/],
    ["that we do not know", 400, "something_new", /check GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and/],
  ] as const) {
    it.live(`${what} states what to do, and is not tried again`, () =>
      Effect.gen(function* () {
        const {
          asked,
          error: failed,
          message,
        } = yield* refused({
          token: () => ({ status, body: refusal(error) }),
        })
        expect(failed).toMatchObject({ source: "google", failure: "unauthorized" })
        expect(message).toMatch(says)
        expect(asked).toEqual(["POST /token"])
      }),
    )
  }
})

describe("a refusal by the mail", () => {
  for (const [what, body, says] of [
    [
      "for want of a scope",
      apiFailure(403, { old: "insufficientPermissions", new: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }),
      /grant https:\/\/www\.googleapis\.com\/auth\/gmail\.readonly/,
    ],
    ["for want of a scope, the old way", apiFailure(403, { old: "insufficientPermissions" }), /grant https/],
    ["where the API is off", apiFailure(403, { new: "SERVICE_DISABLED" }), /switch it on/],
    ["that says nothing", {}, /GOOGLE_REFRESH_TOKEN/],
  ] as const) {
    it.live(`${what} states what to do`, () =>
      Effect.gen(function* () {
        const { error, message } = yield* refused({ api: () => ({ status: 403, body }) })
        expect(error).toMatchObject({ failure: "unauthorized" })
        expect(message).toMatch(says)
      }),
    )
  }

  it.live("for its limits is one that passes", () =>
    Effect.gen(function* () {
      const { error } = yield* refused({
        api: () => ({ status: 403, body: apiFailure(403, { old: "userRateLimitExceeded" }) }),
      })
      expect(error).toMatchObject({ failure: "rate limited" })
    }),
  )
})

describe("a provider that cannot be reached", () => {
  it.live("names the setting to check, of the token endpoint or the APIs", () =>
    Effect.gen(function* () {
      const token = yield* refused({ token: () => "reset" })
      expect(token.message).toMatch(/cannot be reached.*GOOGLE_TOKEN_URL/)
      expect(token.asked).toHaveLength(2)
      const api = yield* refused({ api: () => "reset" })
      expect(api.message).toMatch(/cannot be reached.*GOOGLE_API_URL/)
      expect((yield* refused({ api: () => ({ status: 404, body: "" }) })).message).toMatch(/GOOGLE_API_URL/)
      expect((yield* refused({ token: () => ({ body: "<html>" }) })).message).toMatch(/not JSON/)
    }),
  )
})

describe("a token", () => {
  it.live("is in no error, even where Google repeats it", () =>
    Effect.gen(function* () {
      const secrets = Object.values(planted)
      const echo = secrets.join(" ")
      const bodies = [
        echo,
        refusal(echo, echo),
        refusal("invalid_grant", echo),
        apiFailure(403, { old: echo }, echo),
      ]
      for (const status of [200, 302, 400, 401, 403, 404, 429, 500]) {
        for (const body of bodies) {
          const headers = { location: `/?t=${planted.refreshToken}`, "retry-after": "3600" }
          for (const side of ["token", "api"] as const) {
            const { error } = yield* refused({ [side]: () => ({ status, headers, body }) })
            const told = inspect(error, { depth: Infinity, showHidden: true }) + String(error)
            for (const secret of secrets) expect(told).not.toContain(secret)
          }
        }
      }
    }),
  )
})

describe("the client that other sources ask with", () => {
  const api = { title: "Calendar API", scope: "https://scope.example/calendar" }
  const Anything = Schema.Struct({ messagesTotal: Schema.Int })
  const list = (client: Google.Client) =>
    client.ask(api, HttpClientRequest.get("/calendar/v3/x"), client.json(Anything))

  it.live("keeps its access for as long as it lasts, and requests new access then", () =>
    Effect.gen(function* () {
      const { asked, client, clock } = yield* google()
      const refreshes = () => asked.filter((one) => one === "POST /token").length
      yield* clock.provide(list(client))
      clock.skip("50 minutes")
      yield* clock.provide(list(client))
      expect(refreshes()).toBe(1)
      // A minute before its end it is not used any more.
      clock.skip("9 minutes")
      yield* clock.provide(list(client))
      expect(refreshes()).toBe(2)
    }),
  )

  it.live("calls again with new access where Google has revoked the old one", () =>
    Effect.gen(function* () {
      let good = 1
      const { asked, client, clock } = yield* google({
        token: (_, call) => ({ body: tokens(`token ${call}`) }),
        api: ({ headers }) =>
          headers["authorization"] === `Bearer token ${good}`
            ? { body: profile }
            : { status: 401, body: apiFailure(401, { old: "authError" }) },
      })
      yield* clock.provide(list(client))
      good = 2
      yield* clock.provide(list(client))
      good = 0
      const error = yield* Effect.flip(clock.provide(list(client)))
      expect(error).toMatchObject({ failure: "unauthorized" })
      expect(asked.filter((one) => one === "POST /token")).toHaveLength(3)
    }),
  )

  it.live("names the missing scope of a call", () =>
    Effect.gen(function* () {
      const { client, clock } = yield* google({
        api: () => ({ status: 403, body: apiFailure(403, { new: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }) }),
      })
      const error = yield* Effect.flip(clock.provide(list(client)))
      expect(error.message).toContain("Calendar API")
      expect(error.message).toContain("https://scope.example/calendar")
    }),
  )

  it.live("stores a new refresh token before using the new access token", () =>
    Effect.gen(function* () {
      const kept: Array<string> = []
      const { calls, clock, config } = yield* google({
        token: () => ({ body: tokens("t", { refresh_token: `renewed ${kept.length}` }) }),
        api: () => {
          kept.push("asked")
          return { body: profile }
        },
      })
      const client = yield* Google.make(config, {
        current: Effect.sync(() =>
          Redacted.make(kept.findLast((one) => one !== "asked") ?? planted.refreshToken),
        ),
        keep: (token) => Effect.sync(() => void kept.push(Redacted.value(token))),
      }).pipe(Effect.provide(FetchHttpClient.layer))
      yield* clock.provide(list(client))
      clock.skip("2 hours")
      yield* clock.provide(list(client))
      expect(kept).toEqual(["renewed 0", "asked", "renewed 2", "asked"])
      expect(new URLSearchParams(calls[2]?.body).get("refresh_token")).toBe("renewed 0")
    }),
  )
})

interface AnswerCase {
  readonly name: string
  readonly profile: Reply
  readonly email: string
  readonly messagesTotal: number
  readonly revoked: Reply
  readonly missing: Reply
}

const answers: ReadonlyArray<AnswerCase> = [
  {
    name: "in our own samples",
    profile: { body: profile },
    email: profile.emailAddress,
    messagesTotal: profile.messagesTotal,
    revoked: { status: 400, body: refusal("invalid_grant", "It was revoked.") },
    missing: { status: 401, body: missingCredentials },
  },
  ...whereRecorded(() => [
    {
      name: "as recorded",
      profile: { body: recordedText("google/gmail_users_me_profile.json") },
      email: "example@gmail.com",
      messagesTotal: 35_308,
      revoked: { status: 400, body: recordedText("google/token_error_400_invalid_grant_revoked.json") },
      missing: { status: 401, body: recordedText("google/gmail_error_401_missing_credentials.json") },
    },
  ]),
]

describe("responses of Google", () => {
  it.live.each(answers)("contain a profile, $name", ({ email, messagesTotal, profile }) =>
    Effect.gen(function* () {
      const { test } = yield* google({ api: () => profile })
      expect(yield* test).toMatchObject({ email, messagesTotal })
    }),
  )

  it.live.each(answers)("are refusals, $name", ({ missing, revoked }) =>
    Effect.gen(function* () {
      expect((yield* refused({ token: () => revoked })).message).toContain("invalid_grant")
      expect((yield* refused({ api: () => missing })).error).toMatchObject({ failure: "unauthorized" })
    }),
  )
})
