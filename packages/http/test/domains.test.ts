import type { ListeningStore, NowPlaying } from "@daybook/listening"
import type { RunStore } from "@daybook/running"
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as OpenApi from "effect/http-api/OpenApi"
import { ActivityClient, ActivityServer, activityApi } from "../src/index.ts"
import { collectingRoutes } from "../src/activity/collecting/index.ts"
import { listeningRoutes } from "../src/activity/listening/index.ts"
import { runningRoutes } from "../src/activity/running/index.ts"
import { ask } from "./ask.ts"
import { startServer } from "./testServer.ts"

const settings = {
  rateLimit: 60,
  allowedOrigins: [],
  trustedProxies: [],
  metrics: false,
  webhookSecret: undefined,
}

const pathsOf = (document: object) => Object.keys((document as { paths: object }).paths)

describe("a list of domains", () => {
  it.effect("has a typed client of its years, with the domains' own parts", () =>
    Effect.gen(function* () {
      const domains = [collectingRoutes, runningRoutes] as const
      const server = yield* startServer({ domains })
      const client = yield* ActivityClient.makeFor(activityApi(domains), {
        baseUrl: server.address,
        key: Redacted.make(server.admin.key),
      }).pipe(Effect.provide(FetchHttpClient.layer))
      const year = { params: { year: 2024 } }
      const { collecting, running } = (yield* client.journal.yearInReview(year)).domains
      expectTypeOf(collecting?.review.artists[0]?.name).toEqualTypeOf<string | undefined>()
      expectTypeOf(running).not.toHaveProperty("review")
      assert.isUndefined(collecting)
      const { review, total } = yield* client.collecting.yearInReview(year)
      assert.deepStrictEqual([review.records, total], [0, 0])
    }),
  )

  it("describes only itself: its routes, its syncs, health and keys", () => {
    const paths = pathsOf(OpenApi.fromApi(activityApi([listeningRoutes])))
    assert.includeMembers(paths, [
      "/v1/listening/top/albums",
      "/v1/listening/now-playing",
      "/v1/admin/sync/listening",
      "/v1/admin/sync",
      "/v1/health",
      "/v1/admin/keys",
    ])
    assert.deepStrictEqual(
      paths.filter((path) =>
        /running|watching|reading|attending|collecting|places|images|v1\/webhooks/.test(path),
      ),
      [],
    )
  })

  it("has no name twice", () => {
    assert.throws(() => activityApi([listeningRoutes, listeningRoutes]), /called listening/)
  })

  it("needs its own ports, and none of other domains", () => {
    const one = ActivityServer.make([listeningRoutes], settings).app
    const two = ActivityServer.make([listeningRoutes, runningRoutes], settings).app
    expectTypeOf<ListeningStore | NowPlaying>().toExtend<Effect.Services<typeof one>>()
    expectTypeOf<RunStore>().not.toExtend<Effect.Services<typeof one>>()
    expectTypeOf<RunStore>().toExtend<Effect.Services<typeof two>>()
    expectTypeOf<unknown>().not.toExtend<Effect.Services<typeof two>>()
  })

  it.effect("has a typed client that knows its routes and no others", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ domains: [listeningRoutes] })
      const client = yield* ActivityClient.makeFor(activityApi([listeningRoutes]), {
        baseUrl: server.address,
        key: Redacted.make(server.admin.key),
      }).pipe(Effect.provide(FetchHttpClient.layer))
      expectTypeOf<keyof typeof client>().toEqualTypeOf<
        | "assistants"
        | "cards"
        | "edits"
        | "export"
        | "feeds"
        | "health"
        | "imports"
        | "journal"
        | "search"
        | "keys"
        | "listeningCards"
        | "live"
        | "settings"
        | "shares"
        | "signInLinks"
        | "sources"
        | "syncs"
        | "outgoingWebhooks"
        | "listening"
        | "filters"
        | "doubles"
        | "catalog"
      >()
      expectTypeOf<keyof (typeof client)["syncs"]>().toEqualTypeOf<
        "listening" | "runs" | "setAside" | "retrySetAside" | "acceptSetAside"
      >()
      const now = yield* client.journal.now()
      expectTypeOf<keyof typeof now>().toEqualTypeOf<"listening">()
      assert.deepStrictEqual(now, {})
      const { data } = yield* client.listening.topAlbums({ query: { period: "overall" } })
      assert.deepStrictEqual(data, [])
      for (const [method, path] of [
        ["GET", "/v1/running/years/2024"],
        ["GET", "/v1/running/calendar"],
        ["POST", "/v1/admin/sync/running"],
      ] as const) {
        const { status } = yield* ask(server.address, method, path, { key: server.admin.key })
        assert.strictEqual(status, 404)
      }
    }),
  )
})
