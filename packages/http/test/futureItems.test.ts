import type { DomainName } from "@daybook/kernel"
import type { WatchingRecord } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { finished } from "./domains/savedArticles.ts"
import { play, run, runSourceOf, scriptedSource } from "./scriptedSource.ts"
import { rowsOf, sync } from "./setAside.ts"
import { type ServerOptions, start, startServer } from "./testServer.ts"

describe("a play from the future", () => {
  const ahead = (millis: number) =>
    scriptedSource("jukebox", {
      scrobbles: Stream.make({
        items: [play("Low", "Tomorrow", start + millis), play("Low", "Hey What", start)],
        cursor: "1",
      }),
    })

  it.effect("is set aside, and stored once the clock has come within a day of it", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sources: [ahead(3 * 86_400_000)] })
      assert.include((yield* sync(server)).text, '"items_synced":1')
      const [row] = (yield* rowsOf(server)).data
      assert.match(row?.reason ?? "", /more than a day in the future/)
      assert.include(row?.raw, "Tomorrow")
      yield* TestClock.adjust("1 day")
      assert.include((yield* sync(server)).text, '"items_synced":0')
      yield* TestClock.adjust("1 day")
      assert.include((yield* sync(server)).text, '"items_synced":1')
      assert.strictEqual((yield* rowsOf(server)).pagination.total, 0)
    }),
  )

  // Sources do not tidy their items.
  const later = start + 3 * 86_400_000 - 0.5
  const film = { kind: "film", title: "Salt Roads", year: 2026, ids: {} } as const
  const watch: WatchingRecord = {
    type: "watched",
    source: "letterboxd",
    ref: "1",
    at: later,
    precision: "moment",
    item: film,
    rating: 4,
    review: "From tomorrow",
    imageUrl: "",
  }
  const ofOtherDomains: ReadonlyArray<[DomainName, ServerOptions]> = [
    [
      "watching",
      { watchSources: [{ name: "s", records: () => Stream.make({ items: [watch], cursor: "1" }) }] },
    ],
    [
      "watching",
      {
        watchSources: [
          {
            name: "s",
            records: () =>
              Stream.make({
                items: [{ type: "rated", source: "trakt", at: later, item: film, rating: 4 } as const],
                cursor: "1",
              }),
          },
        ],
      },
    ],
    [
      "running",
      { runSources: [runSourceOf({ runs: [run("2026-07-18T12:00:00Z")], gone: [], cursor: "1" })] },
    ],
    [
      "places",
      {
        checkIns: [
          {
            name: "s",
            account: Effect.succeed("a"),
            page: () =>
              Effect.succeed({
                total: 1,
                checkIns: [
                  {
                    id: "c1",
                    venueName: "Tin Roof",
                    category: "",
                    city: "",
                    country: "",
                    position: undefined,
                    checkedInAt: later,
                    shout: "",
                    venueRef: "",
                  },
                ],
              }),
          },
        ],
      },
    ],
  ]
  it.effect.each(ofOtherDomains)(
    "is set aside in every domain of what happened, and stored later: %s",
    ([domain, options]) =>
      Effect.gen(function* () {
        const server = yield* startServer(options)
        const syncIt = server.command("POST", `/v1/admin/sync/${domain}`)
        assert.include((yield* syncIt).text, '"items_synced":0')
        assert.match((yield* rowsOf(server)).data[0]?.reason ?? "", /more than a day in the future/)
        yield* TestClock.adjust("2 days")
        assert.include((yield* syncIt).text, '"items_synced":1')
        assert.deepStrictEqual((yield* rowsOf(server)).data, [])
      }),
  )

  it.effect("that is an article is stored without the time, and the log says so", () =>
    Effect.gen(function* () {
      const rejected = finished("a", Date.UTC(9_999, 11, 31), { lastOpenedAt: start - 1_000 })
      const articles = () => Stream.make({ items: [rejected, finished("b", start)], cursor: "1" })
      const server = yield* startServer({ readingSources: [{ name: "reader", articles }] })
      assert.include((yield* server.command("POST", "/v1/admin/sync/reading")).text, '"items_synced":2')
      const archive = (yield* server.get("/v1/reading/archive")).text
      assert.isBelow(archive.indexOf("Article b"), archive.indexOf("Article a"))
      assert.notInclude(archive, "9999")
      assert.include(server.logs.join("\n"), "in the future")
    }),
  )

  it.effect("is accepted up to a day ahead: clocks differ", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sources: [ahead(86_400_000)] })
      assert.include((yield* sync(server)).text, '"items_synced":2')
      assert.strictEqual((yield* rowsOf(server)).pagination.total, 0)
    }),
  )
})
