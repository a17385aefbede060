import { ServiceStates, type SourceError } from "@daybook/kernel"
import { assert, describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Instapaper, Letterboxd } from "../src/index.ts"
import { feed, item } from "./exports/samples/letterboxd.samples.ts"
import { lastfm } from "./lastfm/client.ts"
import { type Reply, scriptedServer } from "./scriptedServer.ts"
import { strava } from "./strava/client.ts"
import { trakt } from "./trakt/client.ts"

const instapaper = (script: Parameters<typeof scriptedServer>[0]) =>
  Effect.gen(function* () {
    const server = yield* scriptedServer(script)
    const source = yield* Instapaper.make({
      url: server.url,
      consumerKey: "k",
      consumerSecret: Redacted.make("s"),
      token: Redacted.make("t"),
      tokenSecret: Redacted.make("ts"),
    })
    return { server, batches: () => Stream.runCollect(source.articles(Option.none())) }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const letterboxd = (script: Parameters<typeof scriptedServer>[0], user = "Ida_Quarry") =>
  Effect.gen(function* () {
    const server = yield* scriptedServer(script)
    const source = yield* Letterboxd.make({ url: server.url, user })
    return { server, batches: () => Stream.runCollect(source.records(Option.none())) }
  }).pipe(Effect.provide(Layer.merge(FetchHttpClient.layer, DateTime.layerCurrentZoneNamed("UTC"))))

/** The words that a service's refusal becomes, as the owner reads them. */
const wordsOf = (service: keyof typeof services, reply: Reply) =>
  Effect.gen(function* () {
    let noted = ""
    const states = {
      succeeded: () => Effect.void,
      failed: (_: string, trouble: string) => Effect.sync(() => void (noted = trouble)),
      list: Effect.succeed([]),
    }
    const { batches } = yield* services[service](() => reply).pipe(
      Effect.provideService(ServiceStates, states),
    )
    const error = yield* Effect.flip(batches())
    // Strava's client of the tests brings its own store.
    if (service !== "strava") assert.strictEqual(noted, error.message)
    return [error.failure, error.message] as const
  })

type Opened = { readonly batches: () => Effect.Effect<unknown, SourceError> }

const services: Record<
  "instapaper" | "lastfm" | "letterboxd" | "strava" | "trakt",
  (script: () => Reply) => Effect.Effect<Opened, unknown, Scope.Scope>
> = { instapaper, lastfm, letterboxd, strava, trakt }

const inactive = {
  message: "Forbidden",
  errors: [{ resource: "Application", field: "Status", code: "Inactive" }],
}
const instapaperError = (error_code: number): Reply => ({
  status: 400,
  body: [{ type: "error", error_code, message: "About it" }],
})
const unsigned = "Invalid method signature supplied"

describe("a refusal is reported in words that state what to do", () => {
  const refusals: ReadonlyArray<readonly [keyof typeof services, Reply, ...ReadonlyArray<string>]> = [
    ["strava", { status: 403, body: inactive }, "paid subscription", "strava.com/settings/api", "files"],
    ["strava", { status: 401, body: inactive }, "paid subscription", "(401)"],
    ["strava", { status: 403, body: { message: "Forbidden", errors: [] } }, "STRAVA_CLIENT_ID"],
    ["instapaper", instapaperError(1041), "1041", "Premium", "import its export"],
    ["instapaper", instapaperError(1042), "1042", "suspended", "INSTAPAPER_CONSUMER_KEY"],
    [
      "trakt",
      { status: 420, headers: { "x-account-limit": "100" }, body: "" },
      "(420)",
      "limit of 100 items",
      "free some space",
      "VIP",
    ],
    ["trakt", { status: 420, headers: { "x-account-limit": "<b>" }, body: "" }, "over its limit (420)"],
    ["trakt", { status: 423, body: "" }, "locked", "support.trakt.tv"],
    ["trakt", { status: 426, body: "" }, "VIP accounts only", "trakt.tv/vip"],
    ["trakt", { status: 401, body: "" }, "TRAKT_CLIENT_SECRET", "/link/trakt", "TRAKT_TOKEN"],
    ["lastfm", { body: { error: 13, message: unsigned } }, "error 13", "LASTFM_API_KEY", "LASTFM_URL"],
    ["lastfm", { status: 403, body: { error: { "#text": unsigned, code: "13" } } }, "error 13", "LASTFM_URL"],
    ["lastfm", { body: { lfm: { status: "failed", error: { code: 13 } } } }, "error 13"],
    [
      "lastfm",
      {
        status: 403,
        body: `<?xml version="1.0"?>\n<lfm status="failed">\n  <error code="13">${unsigned}</error>\n</lfm>`,
      },
      "error 13",
    ],
    ["lastfm", { status: 403, body: { error: 26, message: "Suspended" } }, "suspended", "api/account/create"],
    [
      "letterboxd",
      { status: 301, headers: { location: "/another_name/rss/" }, body: "" },
      "knows this member as another_name",
      "set LETTERBOXD_USER",
    ],
    ["letterboxd", { status: 404, body: "" }, "LETTERBOXD_USER"],
  ]
  it.live.each(refusals)("%j: %j", ([service, reply, ...words]) =>
    Effect.gen(function* () {
      const [failure, message] = yield* wordsOf(service, reply)
      assert.strictEqual(failure, "unauthorized")
      for (const word of words) assert.include(message, word)
    }),
  )
})

describe("a member's name in other letters", () => {
  const films = { body: feed(item({ filmTitle: "Salt Roads" })) }
  const to = (location: string): Reply => ({ status: 301, headers: { location }, body: "" })

  it.live("is followed to the same feed on the same host, once", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* letterboxd(({ path }) =>
        path === "/ida_quarry/rss/" ? films : to("/ida_quarry/rss/"),
      )
      expect((yield* batches()).flatMap(({ items }) => items)).toHaveLength(1)
      expect(server.calls.map(({ path }) => path)).toEqual(["/Ida_Quarry/rss/", "/ida_quarry/rss/"])
    }),
  )

  it.live.each([
    "http://elsewhere.example/ida_quarry/rss/",
    "/ida_quarry/",
    "/Ida_Quarry/rss/",
    "/IDA_QUARRY/rss/",
    "http://[",
  ])("is not followed to %j without end or elsewhere", (location) =>
    Effect.gen(function* () {
      const { batches, server } = yield* letterboxd(() => to(location))
      expect(yield* Effect.flip(batches())).toMatchObject({ failure: "malformed answer" })
      expect(server.calls.length).toBeLessThanOrEqual(2)
    }),
  )
})
