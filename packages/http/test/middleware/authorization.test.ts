import { assert, describe, it, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { jsonOf } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { quietRunSource, scriptedSource, quietFeed } from "../scriptedSource.ts"
import { quietReading } from "../domains/savedArticles.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

/** Every route, and its status without a valid key, with a read key and with an admin key. */
const table: ReadonlyArray<readonly [route: string, anonymous: number, read: number, admin: number]> = [
  ["GET /v1/health", 200, 200, 200],
  ["GET /v1/health/ready", 200, 200, 200],
  ["GET /v1/openapi.json", 200, 200, 200],
  ["GET /docs", 200, 200, 200],
  ["GET /metrics", 401, 403, 200],
  // The protocol decides these statuses: that it has no stream to listen to, and no session of this name.
  ["GET /mcp", 401, 405, 405],
  ["DELETE /mcp", 401, 400, 400],
  ["GET /v1/listening/top/albums", 401, 200, 200],
  ["GET /v1/listening/now-playing", 401, 200, 200],
  ...[
    "top/artists",
    "top/tracks",
    "recent",
    "artists",
    "albums",
    "tracks",
    "stats",
    "discoveries",
    "overview",
  ].map((read) => [`GET /v1/listening/${read}`, 401, 200, 200] as const),
  ...["artists", "albums", "tracks"].map(
    (read) => [`GET /v1/listening/${read}/{id}`, 401, 404, 404] as const,
  ),
  ["GET /v1/listening/genres", 401, 200, 200],
  ["GET /v1/listening/recent/albums", 401, 200, 200],
  ["POST /v1/listening/admin/enrich-catalog", 401, 403, 200],
  ["POST /v1/listening/admin/enrich-artists", 401, 403, 200],
  ["GET /v1/listening/admin/filters", 401, 403, 200],
  ["POST /v1/listening/admin/filters", 401, 403, 400],
  ["DELETE /v1/listening/admin/filters/{id}", 401, 403, 404],
  ["GET /v1/listening/admin/doubles", 401, 403, 200],
  ["POST /v1/listening/admin/doubles/{id}/split", 401, 403, 404],
  ["GET /v1/reading/archive", 401, 200, 200],
  ["GET /v1/reading/search", 401, 400, 400],
  ["POST /v1/reading/save", 401, 403, 400],
  ["GET /v1/reading/articles", 401, 200, 200],
  ["GET /v1/reading/articles/{id}", 401, 404, 404],
  ["GET /v1/reading/articles/{id}/related", 401, 404, 404],
  ["GET /v1/reading/books", 401, 200, 200],
  ["GET /v1/reading/books/{id}", 401, 404, 404],
  ["GET /v1/reading/time", 401, 200, 200],
  ["GET /v1/reading/sessions", 401, 200, 200],
  ["GET /v1/reading/recent", 401, 200, 200],
  ["GET /v1/reading/reading-now", 401, 200, 200],
  ["GET /v1/reading/highlights", 401, 200, 200],
  ["GET /v1/reading/highlights/random", 401, 404, 404],
  ["GET /v1/reading/highlights/{id}", 401, 404, 404],
  ["GET /v1/reading/tags", 401, 200, 200],
  ["GET /v1/reading/domains", 401, 200, 200],
  ["GET /v1/reading/authors", 401, 200, 200],
  ["GET /v1/reading/stats", 401, 200, 200],
  ["GET /v1/reading/overview", 401, 200, 200],
  ["POST /v1/admin/backfill-body-excerpt", 401, 403, 200],
  ["POST /v1/admin/reembed-reading", 401, 403, 200],
  ["GET /v1/watching/reviews", 401, 200, 200],
  ["GET /v1/watching/watched-shows", 401, 200, 200],
  ["GET /v1/watching/recent", 401, 200, 200],
  ["GET /v1/watching/movies", 401, 200, 200],
  ["GET /v1/watching/movies/{id}", 401, 404, 404],
  ["GET /v1/watching/shows", 401, 200, 200],
  ["GET /v1/watching/shows/{id}", 401, 404, 404],
  ["GET /v1/watching/ratings", 401, 200, 200],
  ["GET /v1/watching/stats", 401, 200, 200],
  ["GET /v1/watching/overview", 401, 200, 200],
  ["GET /v1/watching/genres", 401, 200, 200],
  ["POST /v1/admin/watches", 401, 403, 400],
  ["DELETE /v1/admin/watches/{id}", 401, 403, 404],
  ["POST /v1/admin/watching/watches", 401, 403, 400],
  ["DELETE /v1/admin/watching/watches/{id}", 401, 403, 404],
  ["GET /v1/admin/watching/films", 401, 403, 400],
  ["GET /v1/running/stats/years/{year}", 401, 404, 404],
  ["GET /v1/running/activities/{id}", 401, 404, 404],
  ["GET /v1/running/stats/years", 401, 200, 200],
  ["GET /v1/running/training", 401, 200, 200],
  ...[
    "activities",
    "eddington",
    "gear",
    "map",
    "progress",
    "races",
    "recent",
    "records",
    "sports",
    "stats",
  ].map((read) => [`GET /v1/running/${read}`, 401, 200, 200] as const),
  ["GET /v1/attending/stats", 401, 200, 200],
  ["GET /v1/attending/events/{id}/around", 401, 404, 404],
  ...["recent", "upcoming", "events", "venues", "performers", "players", "map"].map(
    (read) => [`GET /v1/attending/${read}`, 401, 200, 200] as const,
  ),
  ...["events", "venues", "performers", "teams", "players"].map(
    (read) => [`GET /v1/attending/${read}/{id}`, 401, 404, 404] as const,
  ),
  ["GET /v1/attending/seasons/{league}", 401, 200, 200],
  ["GET /v1/attending/seasons/{league}/{season}", 401, 200, 200],
  ["GET /v1/admin/export", 401, 403, 503],
  ["GET /v1/admin/imports", 401, 403, 200],
  ["POST /v1/admin/imports", 401, 403, 400],
  ["GET /v1/admin/imports/{id}", 401, 403, 404],
  ["DELETE /v1/admin/imports/{id}", 401, 403, 404],
  ["GET /v1/admin/attending/sources", 401, 403, 200],
  ["POST /v1/admin/attending/sources", 401, 403, 400],
  ["POST /v1/admin/attending/sources/{id}/promote", 401, 403, 404],
  ["DELETE /v1/admin/attending/sources/{id}", 401, 403, 404],
  ["POST /v1/admin/attending/sources/{id}/restore", 401, 403, 404],
  ["POST /v1/admin/attending/prune-junk-venues", 401, 403, 200],
  ["POST /v1/admin/attending/enrich-sports-ids", 401, 403, 200],
  ["POST /v1/admin/sync/attending/manual-import", 401, 403, 400],
  ["GET /v1/collecting/media/formats", 401, 200, 200],
  ["GET /v1/collecting/recent", 401, 200, 200],
  ["GET /v1/collecting/records", 401, 200, 200],
  ["GET /v1/collecting/records/{id}", 401, 404, 404],
  ["GET /v1/collecting/media", 401, 200, 200],
  ["GET /v1/collecting/media/{id}", 401, 404, 404],
  ["GET /v1/collecting/wantlist", 401, 200, 200],
  ["GET /v1/collecting/genres", 401, 200, 200],
  ["GET /v1/collecting/artists", 401, 200, 200],
  ["GET /v1/collecting/stats", 401, 200, 200],
  ["GET /v1/collecting/overview", 401, 200, 200],
  ["GET /v1/collecting/cross-reference", 401, 200, 200],
  ["POST /v1/admin/collecting/vinyl", 401, 403, 400],
  ["GET /v1/places/recent", 401, 200, 200],
  ["GET /v1/places/day", 401, 200, 200],
  ["GET /v1/places/venues/{id}", 401, 404, 404],
  ...["categories", "cities", "countries", "map", "stats", "venues"].map(
    (read) => [`GET /v1/places/${read}`, 401, 200, 200] as const,
  ),
  ...["attending", "collecting", "listening", "places", "reading", "running", "watching"].flatMap((domain) =>
    ["calendar", "clock", "streaks", "trends", "years/{year}"].map(
      (read) => [`GET /v1/${domain}/${read}`, 401, 200, 200] as const,
    ),
  ),
  ["GET /v1/admin/sources", 401, 403, 200],
  ["GET /v1/live", 401, 200, 200],
  ["GET /v1/cards/now-playing.svg", 401, 200, 200],
  ["GET /v1/cards/top-albums.svg", 401, 200, 200],
  ["GET /v1/cards/year/{year}.svg", 401, 200, 200],
  ["GET /v1/cards/year/{year}/{card}.svg", 401, 404, 404],
  ["GET /v1/cards/year/{year}/{card}.png", 401, 404, 404],
  ["GET /v1/years/{year}/story", 401, 200, 200],
  ["GET /v1/cards/calendar/{domain}.svg", 401, 404, 404],
  ["GET /v1/feed.atom", 401, 200, 200],
  ["GET /v1/feed.json", 401, 200, 200],
  ["GET /v1/reading/archive.atom", 401, 200, 200],
  ["GET /v1/watching/reviews.atom", 401, 200, 200],
  ["GET /v1/attending/events.ics", 401, 200, 200],
  ["GET /v1/attending/upcoming.ics", 401, 200, 200],
  ["GET /v1/calendar", 401, 200, 200],
  ["GET /v1/streaks", 401, 200, 200],
  ["GET /v1/trends", 401, 200, 200],
  ["GET /v1/search", 401, 400, 400],
  ["GET /v1/search/suggest", 401, 400, 400],
  ["GET /v1/feed", 401, 200, 200],
  ["GET /v1/now", 401, 200, 200],
  ["GET /v1/years", 401, 200, 200],
  ["GET /v1/years/{year}", 401, 200, 200],
  ["GET /v1/years/{year}/months/{month}", 401, 200, 200],
  ["GET /v1/feed/on-this-day", 401, 200, 200],
  ["POST /v1/admin/identity-provider/test", 401, 403, 200],
  ["GET /v1/images/{hash}/{size}", 404, 404, 404],
  ["GET /v1/images/art/{kind}", 404, 404, 404],
  ["POST /v1/admin/images", 401, 403, 400],
  ["GET /v1/today", 401, 200, 200],
  ["GET /v1/admin/sync", 401, 403, 200],
  ["POST /v1/admin/sync/listening", 401, 403, 200],
  ["POST /v1/admin/sync/reading", 401, 403, 200],
  ["POST /v1/admin/sync/watching", 401, 403, 200],
  ["POST /v1/admin/sync/running", 401, 403, 200],
  ["POST /v1/admin/sync/collecting", 401, 403, 200],
  ["POST /v1/admin/sync/attending", 401, 403, 200],
  ["POST /v1/admin/sync/places", 401, 403, 200],
  ["GET /v1/admin/sync/set-aside", 401, 403, 200],
  ["POST /v1/admin/sync/set-aside/retry", 401, 403, 200],
  ["POST /v1/admin/sync/set-aside/accept", 401, 403, 400],
  ["GET /v1/admin/edits", 401, 403, 200],
  ["GET /v1/admin/edits/types", 401, 403, 200],
  ["DELETE /v1/admin/edits/{id}", 401, 403, 404],
  ...[
    "listening/play",
    "listening/artist",
    "listening/album",
    "listening/track",
    "watching/watch",
    "watching/movie",
    "watching/show",
    "running/run",
    "places/check-in",
    "places/place",
    "reading/article",
    "reading/book",
    "reading/highlight",
    "collecting/record",
    "collecting/media",
    "attending/event",
    "attending/venue",
    "attending/performer",
  ].flatMap(
    (type) =>
      [
        [`POST /v1/admin/${type}`, 401, 403, 400],
        [`PATCH /v1/admin/${type}/{id}`, 401, 403, 400],
        [`DELETE /v1/admin/${type}/{id}`, 401, 403, 404],
        [`POST /v1/admin/${type}/{id}/merge`, 401, 403, 400],
      ] as const,
  ),
  ["GET /v1/admin/assistants", 401, 403, 200],
  ["DELETE /v1/admin/assistants/{id}", 401, 403, 404],
  ["GET /v1/admin/keys", 401, 403, 200],
  ["POST /v1/admin/keys", 401, 403, 400],
  ["DELETE /v1/admin/keys/{id}", 401, 403, 404],
  ["GET /v1/admin/settings", 401, 403, 200],
  ["PATCH /v1/admin/settings", 401, 403, 200],
  ["POST /v1/admin/sign-in-links", 401, 403, 201],
  ["GET /v1/admin/shares", 401, 403, 200],
  ["POST /v1/admin/shares", 401, 403, 400],
  ["DELETE /v1/admin/shares/{id}", 401, 403, 404],
  ["GET /v1/admin/webhooks", 401, 403, 200],
  ["POST /v1/admin/webhooks", 401, 403, 400],
  ["GET /v1/admin/webhooks/types", 401, 403, 200],
  ["PATCH /v1/admin/webhooks/{id}", 401, 403, 400],
  ["DELETE /v1/admin/webhooks/{id}", 401, 403, 404],
  ["GET /v1/admin/webhooks/{id}/deliveries", 401, 403, 404],
  ["POST /v1/admin/webhooks/{id}/deliveries/{delivery}/retry", 401, 403, 404],
  ["POST /v1/webhooks/media-server", 503, 503, 503],
]

const Paths = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown)),
})

/** A value for each parameter of a path. */
const parameters: Record<string, string> = {
  card: "cover",
  delivery: "999",
  id: "999",
  domain: "nothing",
  year: "2024",
  month: "1",
  league: "mlb",
  season: "2024",
  hash: "0".repeat(64),
  size: "small",
}

const split = (route: string) => {
  const [method = "", path = ""] = route.split(" ")
  return { method, path: path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? "") }
}

/** Callers without a valid key, by the reason; each is the `Authorization` header that they send. */
const anonymousCalls = Effect.fnUntraced(function* (server: TestServer) {
  const revoked = yield* server.makeKey("admin")
  yield* server.command("DELETE", `/v1/admin/keys/${revoked.id}`)
  const expired = yield* server.makeKey("admin", { expiresAt: start + 1_000 })
  yield* TestClock.adjust("1 second")
  const { key } = server.admin
  return {
    "no key": undefined,
    "an empty header": "",
    "no scheme": key,
    "another scheme": `Basic ${key}`,
    "a scheme alone": "Bearer",
    "two keys": `Bearer ${key} ${key}`,
    "a scheme glued to the key": `Bearer${key}`,
    "a key cut short": `Bearer ${key.slice(0, -1)}`,
    "a key in upper case": `Bearer ${key.toUpperCase()}`,
    "an unknown key": `Bearer dbk_admin_${"0".repeat(64)}`,
    "a revoked key": `Bearer ${revoked.key}`,
    "an expired key": `Bearer ${expired.key}`,
  }
})

const withSource = {
  metrics: true,
  sources: [scriptedSource("quiet")],
  readingSources: [quietReading],
  watchSources: [{ name: "quiet", records: () => Stream.empty }],
  runSources: [quietRunSource],
  feeds: [{ name: "quiet", entries: () => Stream.empty }],
  checkIns: [quietFeed],
  filmCollections: [{ name: "quiet", films: Effect.succeed({ films: [], unread: [] }) }],
}

/** One server for all rows: its own server for each took four fifths of the time. */
class Shared extends Context.Service<
  Shared,
  { readonly server: TestServer; readonly calls: Effect.Success<ReturnType<typeof anonymousCalls>> }
>()("test/Shared") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const server = yield* startServer({ ...withSource, rateLimit: 100_000 })
      return { server, calls: yield* anonymousCalls(server) }
    }),
  )
}

layer(Shared.layer)("authorization of each route", (it) => {
  for (const [route, anonymous, read, admin] of table) {
    const { method, path } = split(route)

    it.effect(`${route} returns ${anonymous} to anyone who has no valid key`, () =>
      Effect.gen(function* () {
        const { calls, server } = yield* Shared
        // An address without a key has its own limit, by the minute.
        yield* TestClock.adjust("1 minute")
        for (const [what, authorization] of Object.entries(calls)) {
          const reply = yield* server.ask(
            method,
            path,
            authorization === undefined ? {} : { headers: { authorization } },
          )
          assert.strictEqual(reply.status, anonymous, what)
          if (anonymous === 401) assertFailure(reply, 401)
        }
      }),
    )

    it.effect(
      `${route} returns ${read} to a read key, ${admin} to an admin key, and 403 to a key that sends plays`,
      () =>
        Effect.gen(function* () {
          const { server } = yield* Shared
          const byRead = yield* server.ask(method, path, { key: server.read.key })
          assert.strictEqual(byRead.status, read, byRead.text)
          if (read === 403) assertFailure(byRead, 403)
          assert.strictEqual((yield* server.ask(method, path, { key: server.admin.key })).status, admin)
          // A key that may only send plays has no route here; what is open to all stays open.
          const submit = yield* server.makeKey("submit")
          const bySubmit = yield* server.ask(method, path, { key: submit.key })
          assert.strictEqual(bySubmit.status, anonymous === 401 ? 403 : anonymous, bySubmit.text)
          if (method !== "GET") return
          const head = yield* server.ask("HEAD", path, { key: server.read.key })
          assert.strictEqual(head.status, read)
          assert.strictEqual(head.text, "")
        }),
    )
  }
})

describe("authorization", () => {
  it.effect("has a row in this table for every route that the server describes", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const document = jsonOf(yield* server.get("/v1/openapi.json"))
      const { paths } = yield* Schema.decodeUnknownEffect(Paths)(document)
      const routes = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      assert.sameMembers(
        [...routes, "GET /docs", "GET /v1/openapi.json", "GET /metrics", "GET /mcp", "DELETE /mcp"],
        table.map(([route]) => route),
      )
    }),
  )
})
