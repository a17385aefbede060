import { SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as Discogs from "../src/discogs/link.ts"
import * as Foursquare from "../src/foursquare/link.ts"
import * as Google from "../src/google/link.ts"
import type { CodeFlow } from "../src/linking/codeFlow.ts"
import type { Linkable } from "../src/linking/index.ts"
import * as LinkedAccess from "../src/linking/linkedAccess.ts"
import { type LinkedAccount, LinkedAccounts } from "../src/linking/linkedAccounts.ts"
import * as Spotify from "../src/spotify/link.ts"
import * as Strava from "../src/strava/link.ts"
import * as Trakt from "../src/trakt/link.ts"
import { type Reply, scriptedServer } from "./scriptedServer.ts"

const clientSecret = Redacted.make("the-secret")
const app = { clientId: "the-app", clientSecret }

/** The responses of the authorization servers, by their paths. */
const answers: Readonly<Record<string, Reply>> = {
  "/oauth/request_token": { body: "oauth_token=asked&oauth_token_secret=s" },
  "/oauth/access_token": { body: "oauth_token=fresh&oauth_token_secret=s" },
  "/oauth/identity": { body: { username: "ida" } },
  "/users/settings": { body: { user: { username: "ida" } } },
  "/gmail/v1/users/me/profile": { body: { emailAddress: "ida@example.org" } },
  "/users/self": { body: { response: { user: { id: "9", firstName: "Ida" } } } },
  "/v1/me": { body: { id: "ida9" } },
}

const tokens: Reply = {
  body: {
    access_token: "fresh",
    refresh_token: "next",
    expires_in: 3_600,
    scope: "activity:read_all user-read-recently-played",
    athlete: { id: 12 },
  },
}

/** Authorization servers that respond, but on those paths only after the limit. */
const lateServer = Effect.gen(function* () {
  const late = { path: "", heard: () => {} }
  const { url } = yield* scriptedServer(({ path }) => {
    if (path === late.path) {
      late.heard()
      return "hang"
    }
    return answers[path] ?? tokens
  })
  return {
    url,
    /** Is late from now on; the effect ends once somebody has asked. */
    beLate: (path: string) => {
      late.path = path
      const { promise, resolve } = Promise.withResolvers<void>()
      late.heard = resolve
      return Effect.promise(() => promise)
    },
    beInTime: () => void (late.path = ""),
  }
})

const before: LinkedAccount = {
  account: "before",
  ref: "before",
  callback: "https://daybook.example/back",
  scopes: [],
  linkedAt: 0,
  accessToken: "old",
  refreshToken: "the last one",
  expiresAt: 0,
}

/** The store of a service's account that is linked. */
const accountsWith = () => {
  const stored = { account: before }
  const provide = Effect.provideService(LinkedAccounts, {
    get: () => Effect.sync(() => Option.some(stored.account)),
    keep: (_, account) => Effect.sync(() => void (stored.account = account)),
    forget: () => Effect.void,
    pending: () => Effect.succeedNone,
    setPending: () => Effect.void,
  })
  return { stored, provide }
}

/** Runs work until it has asked a late server and given it up; returns its failure. */
const giveUp = Effect.fnUntraced(function* <A, E, R>(
  work: Effect.Effect<A, E, R>,
  asked: Effect.Effect<void>,
) {
  const fiber = yield* Effect.forkChild(Effect.flip(work))
  yield* asked
  while (fiber.pollUnsafe() === undefined) {
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    yield* TestClock.adjust("1 second")
  }
  return yield* Fiber.join(fiber)
})

const assertLate = (error: unknown, title: string) => {
  if (!(error instanceof SourceError)) return assert.fail(String(error))
  assert.strictEqual(error.failure, "unavailable")
  assert.match(error.message, new RegExp(`^${title} did not respond within (10|30)s$`))
}

/** Each flow, with the paths that are called while the browser waits. */
const flows: ReadonlyArray<
  readonly [title: string, link: (url: URL) => Linkable, paths: ReadonlyArray<string>]
> = [
  ["Strava", (url) => Strava.link({ url, ...app }), ["/oauth/token"]],
  [
    "Trakt",
    (url) => Trakt.link({ url, clientId: Redacted.make("the-app"), clientSecret }),
    ["/oauth/token", "/users/settings"],
  ],
  [
    "Google",
    (url) => Google.link({ tokenUrl: new URL("token", url), apiUrl: url, ...app }),
    ["/token", "/gmail/v1/users/me/profile"],
  ],
  [
    "Foursquare",
    (url) => Foursquare.link({ tokenUrl: new URL("token", url), url, ...app }),
    ["/token", "/users/self"],
  ],
  ["Spotify", (url) => Spotify.link({ accountsUrl: url, url, ...app }), ["/api/token", "/v1/me"]],
  [
    "Discogs",
    (url) => Discogs.link({ url, consumerKey: "the-app", consumerSecret: clientSecret }),
    ["/oauth/access_token", "/oauth/identity"],
  ],
]

const callback = "https://daybook.example/link/callback"
const query = new URLSearchParams({ state: "s", code: "c", oauth_token: "asked", oauth_verifier: "v" })

const flowOf = (link: Linkable) =>
  Effect.map(link, ({ flow }) => flow ?? assert.fail("there is no application"))

describe("an authorization server that responds too late", () => {
  for (const [title, link, paths] of flows) {
    for (const path of paths) {
      it.effect(`leaves the account of ${title} that was linked, and lets one restart: ${path}`, () => {
        const { provide, stored } = accountsWith()
        return Effect.gen(function* () {
          const server = yield* lateServer
          const { begin, finish } = yield* flowOf(link(server.url))
          const finishOne = Effect.flatMap(begin({ callback, state: "s" }), ({ secret }) =>
            finish({ callback, state: "s", query, secret }),
          )
          assertLate(yield* giveUp(finishOne, server.beLate(path)), title)
          assert.strictEqual(stored.account, before)
          server.beInTime()
          yield* finishOne
          assert.strictEqual(stored.account.accessToken, "fresh")
        }).pipe(provide, Effect.provide(FetchHttpClient.layer))
      })
    }
  }

  it.effect("of Discogs begins no link", () =>
    Effect.gen(function* () {
      const server = yield* lateServer
      const { begin } = yield* flowOf(
        Discogs.link({ url: server.url, consumerKey: "the-app", consumerSecret: clientSecret }),
      )
      const asked = server.beLate("/oauth/request_token")
      assertLate(yield* giveUp(begin({ callback, state: "s" }), asked), "Discogs")
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )

  const renewals: ReadonlyArray<
    readonly [
      title: string,
      flow: (url: URL) => ReturnType<typeof Trakt.makeFlow> | ReturnType<typeof Strava.makeFlow>,
      path: string,
    ]
  > = [
    ["Strava", (url) => Strava.makeFlow({ url, ...app }), "/oauth/token"],
    [
      "Trakt",
      (url) => Trakt.makeFlow({ url, clientId: Redacted.make("the-app"), clientSecret }),
      "/oauth/token",
    ],
    ["Google", (url) => Google.makeFlow({ tokenUrl: new URL("token", url), ...app }), "/token"],
    ["Spotify", (url) => Spotify.makeFlow({ accountsUrl: url, ...app }), "/api/token"],
  ]
  it.effect.each(renewals)("of %s renews nothing, and the next call renews", ([title, makeFlow, path]) => {
    const { provide, stored } = accountsWith()
    return Effect.gen(function* () {
      const server = yield* lateServer
      const flow: CodeFlow = (yield* makeFlow(server.url)) ?? assert.fail("there is no application")
      const access = yield* LinkedAccess.make("service", flow.renew)
      assertLate(yield* giveUp(access.current, server.beLate(path)), title)
      assert.strictEqual(stored.account, before)
      server.beInTime()
      const { token } = Option.getOrThrow(yield* access.current)
      assert.strictEqual(Redacted.value(token), "fresh")
      assert.strictEqual(stored.account.refreshToken, "next")
    }).pipe(provide, Effect.provide(FetchHttpClient.layer))
  })
})
