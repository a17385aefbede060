import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { jsonOf } from "../ask.ts"
import { assertFailure, readAs } from "../replies.ts"
import { startServer } from "../testServer.ts"
import { addRow, concert, entry, game, importing, knows, promote } from "./requests.ts"

const statsPath = "/v1/attending/stats"

const Count = { count: Schema.Int }

const Stats = Schema.Struct({
  total_events: Schema.Int,
  attended_events: Schema.Int,
  by_category: Schema.Array(Schema.Struct({ category: Schema.String, ...Count })),
  by_event_type: Schema.Array(Schema.Struct({ event_type: Schema.String, ...Count })),
  by_year: Schema.Array(Schema.Struct({ year: Schema.String, ...Count })),
})

describe("the statistics of attending", () => {
  it.effect("are zeros if nothing is stored", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assert.deepStrictEqual(readAs(Stats, yield* server.get(statsPath)), {
        total_events: 0,
        attended_events: 0,
        by_category: [],
        by_event_type: [],
        by_year: [],
      })
    }),
  )

  it.effect("count every event, and are the same bytes until one comes", () =>
    Effect.gen(function* () {
      const server = yield* startServer({
        games: [knows([game("1", "2023-05-06"), game("2", "2024-05-06")])],
      })
      yield* importing(server, entry("2023-05-06"), entry("2024-05-06", { attended: 0 }))
      const first = yield* server.get(statsPath)
      assert.deepStrictEqual(readAs(Stats, first), {
        total_events: 2,
        attended_events: 1,
        by_category: [{ category: "sports", count: 2 }],
        by_event_type: [{ event_type: "mlb_game", count: 2 }],
        by_year: [
          { year: "2024", count: 1 },
          { year: "2023", count: 1 },
        ],
      })
      const headers = { "if-none-match": String(first.headers["etag"]) }
      assert.strictEqual((yield* server.get(statsPath, { headers })).status, 304)
      yield* promote(server, yield* addRow(server, concert))
      const after = yield* server.get(statsPath, { headers })
      assert.strictEqual(after.status, 200)
      assert.deepStrictEqual(readAs(Stats, after).by_category, [
        { category: "sports", count: 2 },
        { category: "music", count: 1 },
      ])
    }),
  )
})

describe("a sync of attending", () => {
  it.effect("makes pending rows of what calendars and emails have", () =>
    Effect.gen(function* () {
      const server = yield* startServer({
        feeds: [
          {
            name: "calendar",
            entries: () =>
              Stream.make({
                items: [{ sourceType: "calendar" as const, sourceRef: "e1", rawData: { summary: "Salt" } }],
                cursor: "1",
              }),
          },
        ],
      })
      const reply = jsonOf(yield* server.command("POST", "/v1/admin/sync/attending"))
      assert.deepInclude(reply, { status: "completed", items_synced: 1, remaining: 0 })
      assert.deepInclude(jsonOf(yield* server.command("POST", "/v1/admin/sync/attending")), {
        items_synced: 0,
      })
      assert.strictEqual((yield* server.attending.pendingSources({ page: 1, limit: 1 })).total, 1)
    }),
  )

  it.effect("without a calendar or a mailbox names the settings", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assertFailure(yield* server.command("POST", "/v1/admin/sync/attending"), 500, /CALENDAR_TOKEN/)
    }),
  )
})
