import type { Game, GameSource, GameTeam } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { jsonOf } from "./ask.ts"
import { assertFailure, readAs } from "./replies.ts"
import { startServer, type TestServer } from "./testServer.ts"

const statsPath = "/v1/attending/stats"
const sourcesPath = "/v1/admin/attending/sources"
const importPath = "/v1/admin/sync/attending/manual-import"
const prunePath = "/v1/admin/attending/prune-junk-venues"
const enrichPath = "/v1/admin/attending/enrich-sports-ids"

const Count = { count: Schema.Int }
const Stats = Schema.Struct({
  total_events: Schema.Int,
  attended_events: Schema.Int,
  by_category: Schema.Array(Schema.Struct({ category: Schema.String, ...Count })),
  by_event_type: Schema.Array(Schema.Struct({ event_type: Schema.String, ...Count })),
  by_year: Schema.Array(Schema.Struct({ year: Schema.String, ...Count })),
})

const Row = Schema.Struct({
  id: Schema.Int,
  source_type: Schema.String,
  source_ref: Schema.String,
  raw_data: Schema.Record(Schema.String, Schema.Unknown),
  event_id: Schema.optionalKey(Schema.Int),
  created_at: Schema.String,
})

const Promoted = Schema.Struct({
  status: Schema.Literal("promoted"),
  event_id: Schema.Int,
  action: Schema.Literals(["inserted", "updated"]),
  match_confidence: Schema.Finite,
  match_notes: Schema.Array(Schema.String),
})

const team = (id: string, name: string): GameTeam => ({ id, name, nickname: "", abbreviation: "", score: 3 })

const game = (id: string, day: string, more: Partial<Game> = {}): Game => ({
  id,
  type: "mlb_game",
  day: LocalDate.make(day),
  startsAt: Date.parse(`${day}T23:10:00Z`),
  number: undefined,
  phase: "regular",
  state: "final",
  home: team("1", "Springfield Isotopes"),
  away: team("2", "Ogdenville Atoms"),
  neutral: false,
  venue: { id: "17", name: "Duff Park", city: "Springfield", timeZone: "America/Chicago" },
  ...more,
})

const knows = (
  games: ReadonlyArray<Game>,
  around: <A>(answer: Effect.Effect<A>) => Effect.Effect<A> = (answer) => answer,
): GameSource => ({
  name: "mlb",
  types: ["mlb_game"],
  gamesOn: (_type, day) => around(Effect.succeed(games.filter((one) => one.day === day))),
  seasonGames: () => around(Effect.succeed(games)),
  players: () =>
    Effect.succeed([
      { id: "7", name: "Al Salt", firstName: "Al", lastName: "Salt", jersey: "5", teamId: "1" },
    ]),
})

const concert = {
  title: "The Paper Lanterns",
  event_date: "2024-05-06",
  location: "Lantern Hall",
  performers: ["The Paper Lanterns"],
}

const add = (server: TestServer, raw_data: unknown, source_ref = JSON.stringify(raw_data)) =>
  server.command("POST", sourcesPath, { body: { source_type: "manual", source_ref, raw_data } })

const addRow = (server: TestServer, raw_data: unknown, source_ref?: string) =>
  Effect.map(add(server, raw_data, source_ref), (reply) => readAs(Row, reply).id)

const promote = (server: TestServer, id: number | string, body?: unknown) =>
  server.command("POST", `${sourcesPath}/${id}/promote`, body === undefined ? {} : { body })

const entry = (event_date: string, more: object = {}) => ({
  event_date,
  event_type: "mlb_game",
  team_id: 1,
  ...more,
})

const importing = (server: TestServer, ...events: ReadonlyArray<unknown>) =>
  server.command("POST", importPath, { body: { events } })

describe("the statistics of attending", () => {
  it.effect("are zeros where nothing is stored", () =>
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

describe("source rows", () => {
  it.effect("are added once by their reference: 201, then 200 with the stored row", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const first = yield* add(server, concert, "one")
      assert.strictEqual(first.status, 201, first.text)
      const row = readAs(Row, first)
      assert.deepStrictEqual(row, {
        id: row.id,
        source_type: "manual",
        source_ref: "one",
        raw_data: concert,
        created_at: "2026-07-15T12:00:00.000Z",
      })
      const again = yield* add(server, {}, "one")
      assert.strictEqual(again.status, 200)
      assert.deepStrictEqual(readAs(Row, again), row)
      const promoted = readAs(Promoted, yield* promote(server, row.id))
      assert.deepStrictEqual(readAs(Row, yield* add(server, {}, "one")), {
        ...row,
        event_id: promoted.event_id,
      })
    }),
  )

  it.effect("that are pending are listed page by page, oldest first", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const ref of ["a", "b", "c"]) yield* add(server, concert, ref)
      const reply = yield* server.command("GET", `${sourcesPath}?limit=2`)
      const page = Schema.Struct({ data: Schema.Array(Row), pagination: Schema.Unknown })
      const { data, pagination } = readAs(page, reply)
      assert.deepStrictEqual(
        data.map(({ source_ref }) => source_ref),
        ["a", "b"],
      )
      assert.deepStrictEqual(pagination, { page: 1, limit: 2, total: 3, total_pages: 2 })
      assertFailure(yield* server.command("GET", `${sourcesPath}?limit=0`), 400, /^limit: /)
    }),
  )

  const unfit = [
    [{}, /^source_type: /],
    [
      { source_type: "letter", source_ref: "x", raw_data: {} },
      /^source_type: must be calendar, mail or manual/,
    ],
    [{ source_type: "mail", source_ref: "", raw_data: {} }, /^source_ref: must have 1 to 500 characters/],
    [{ source_type: "mail", source_ref: 7, raw_data: {} }, /^source_ref: /],
    [{ source_type: "mail", source_ref: "a\0b", raw_data: {} }, /^source_ref: must not hold/],
    [{ source_type: "mail", source_ref: "x" }, /^raw_data: is missing/],
    [{ source_type: "mail", source_ref: "x", raw_data: [] }, /^raw_data: /],
    ["{", /JSON/],
  ] as const
  for (const [body, says] of unfit) {
    it.effect(`of ${JSON.stringify(body)} are refused as 400`, () =>
      Effect.gen(function* () {
        const server = yield* startServer()
        assertFailure(yield* server.command("POST", sourcesPath, { body }), 400, says)
      }),
    )
  }
})

describe("promoting", () => {
  it.effect("answers with the event, what was done, the confidence and the doubts; without a body too", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const id = yield* addRow(server, concert)
      const first = yield* promote(server, id)
      assert.strictEqual(first.status, 200, first.text)
      const promoted = readAs(Promoted, first)
      assert.deepStrictEqual(promoted, {
        status: "promoted",
        event_id: promoted.event_id,
        action: "inserted",
        match_confidence: 0.5,
        match_notes: ['"Lantern Hall" is a new venue'],
      })
      const again = readAs(Promoted, yield* promote(server, id, { title: "Renamed", unknown: 1 }))
      assert.deepStrictEqual(again, { ...promoted, action: "updated", match_confidence: 1, match_notes: [] })
    }),
  )

  it.effect("refuses what is unfit with 400, then what is not there with 404", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const id = yield* addRow(server, { title: "No day" })
      for (const bad of ["x", "1.5", "-1", "99999999999"])
        assertFailure(yield* promote(server, bad), 400, /^id: must be a whole number/)
      const bodies = [
        [{ title: 7 }, /^title: must be a text/],
        [{ performers: "Ida" }, /^performers: /],
        [{ performers: [7] }, /^performers\.0: must be a text/],
        [{ event_date: "2024-02-30" }, /^event_date: /],
        [{ event_datetime: "noon" }, /^event_datetime: /],
        ["[]", /object/],
        ["{", /JSON/],
      ] as const
      for (const [body, says] of bodies) assertFailure(yield* promote(server, 999, body), 400, says)
      assertFailure(yield* promote(server, 999), 404, /^There is no source row 999$/)
      assertFailure(yield* promote(server, id), 400, /^event_date: /)
    }),
  )
})

describe("the manual import", () => {
  it.effect("says what was loaded and what was not, and why", () =>
    Effect.gen(function* () {
      const server = yield* startServer({
        games: [knows([game("1", "2024-05-06"), game("2", "2024-05-07")])],
      })
      const reply = yield* importing(
        server,
        entry("2024-05-06"),
        entry("2024-05-07", { attended: 0 }),
        entry("2024-05-08"),
        { hello: "there" },
      )
      assert.strictEqual(reply.status, 200, reply.text)
      assert.deepStrictEqual(jsonOf(reply), {
        status: "completed",
        loaded: 2,
        inserted: 2,
        updated: 0,
        skipped_attended_zero: 1,
        unmatched: [
          { entry: entry("2024-05-08"), reason: "no such game on 2024-05-08" },
          {
            entry: { hello: "there" },
            reason: "it is neither a game (event_date) nor a season (season, attendance)",
          },
        ],
      })
    }),
  )

  it.effect("of an empty list is 200; without a list, or with what is no object, 400", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assert.deepInclude(jsonOf(yield* importing(server)), { status: "completed", loaded: 0, unmatched: [] })
      assertFailure(yield* server.command("POST", importPath, {}), 400, /^events: is missing/)
      assertFailure(yield* server.command("POST", importPath, { body: { events: {} } }), 400, /^events: /)
      for (const bad of [1, "game", null, [], [entry("2024-05-06")]])
        assertFailure(yield* importing(server, entry("2024-05-06"), bad), 400, /^events\.1/)
    }),
  )

  it.effect("takes a body of 8 MiB, and no more; other bodies have 1 MiB", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const mebibyte = 1024 * 1024
      const bodyOf = (bytes: number) => {
        const body = '{"events":[{"note":""}]}'
        return body.replace('""', `"${"x".repeat(bytes - body.length)}"`)
      }
      const most = yield* server.command("POST", importPath, { body: bodyOf(8 * mebibyte) })
      assert.strictEqual(most.status, 200)
      const over = yield* server.command("POST", importPath, { body: bodyOf(8 * mebibyte + 1) })
      assertFailure(over, 413, /8192 KiB/)
      assertFailure(yield* server.command("POST", sourcesPath, { body: bodyOf(mebibyte + 1) }), 413)
    }),
  )

  it.effect("goes on to its end when its caller hangs up", () =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const gate = yield* Deferred.make<void>()
      const slow = knows([game("1", "2024-05-06")], (answer) =>
        Deferred.succeed(reached, undefined).pipe(
          Effect.andThen(Deferred.await(gate)),
          Effect.andThen(answer),
        ),
      )
      const server = yield* startServer({ games: [slow] })
      const caller = yield* Effect.forkChild(importing(server, entry("2024-05-06")))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(caller)
      const nextTurn = Effect.promise(() => new Promise((next) => setImmediate(next)))
      while ((yield* server.connections) > 0) yield* nextTurn
      assert.strictEqual((yield* server.attending.stats).total, 0)
      yield* Deferred.succeed(gate, undefined)
      while ((yield* server.attending.stats).total === 0) yield* nextTurn
    }),
  )
})

describe("pruning junk venues", () => {
  it.effect("tells the same plan dry and done, and deletes only when it is done", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.attending.change((transaction) =>
        Effect.flatMap(
          transaction.addVenue({ name: "Order #12", aliases: [], city: "", timeZone: "", providerIds: [] }),
          (venueId) =>
            transaction.addEvent({
              title: "Salt",
              category: "music",
              type: "concert",
              day: LocalDate.make("2024-05-06"),
              startsAt: undefined,
              venueId,
              attended: true,
              performers: [],
              game: undefined,
              notes: "",
            }),
        ),
      )
      const plan = {
        status: "completed",
        junk_venues: [{ id: 1, name: "Order #12", events_repointed: 0 }],
        events_repointed: 0,
        events_orphaned: 1,
      }
      const prune = (body: unknown) =>
        Effect.map(server.command("POST", prunePath, body === undefined ? {} : { body }), jsonOf)
      assert.deepStrictEqual(yield* prune({ dry_run: true }), { ...plan, dry_run: true, venues_deleted: 0 })
      assert.deepStrictEqual(yield* prune(undefined), { ...plan, dry_run: false, venues_deleted: 1 })
      assert.deepStrictEqual(yield* prune({ dry_run: false }), {
        status: "completed",
        dry_run: false,
        junk_venues: [],
        events_repointed: 0,
        events_orphaned: 0,
        venues_deleted: 0,
      })
      assertFailure(yield* server.command("POST", prunePath, { body: { dry_run: "yes" } }), 400, /^dry_run: /)
    }),
  )
})

describe("finding players at another service", () => {
  it.effect("counts events and players, and names failures", () =>
    Effect.gen(function* () {
      const games = [game("1", "2024-05-06"), game("2", "2024-05-07")]
      const espn = { ...knows(games.slice(0, 1)), name: "espn", types: [] }
      const server = yield* startServer({ games: [knows(games), espn] })
      yield* importing(server, entry("2024-05-06"), entry("2024-05-07"))
      const enrich = (body?: unknown) =>
        Effect.map(server.command("POST", enrichPath, body === undefined ? {} : { body }), jsonOf)
      assert.deepStrictEqual(yield* enrich(), {
        status: "completed",
        scanned_events: 2,
        matched_events: 1,
        resolved_player_ids: 1,
        failures: [{ event_id: 2, reason: "espn: no such game on 2024-05-07" }],
      })
      assert.deepInclude(yield* enrich({ event_ids: [1, 2], limit: 1 }), { scanned_events: 1 })
      assert.deepInclude(yield* enrich({ event_ids: [] }), { scanned_events: 0, failures: [] })
      const bad = [
        [{ limit: 0 }, /^limit: must be a whole number from 1 to 500/],
        [{ limit: 501 }, /^limit: /],
        [{ limit: 1.5 }, /^limit: /],
        [{ limit: "9" }, /^limit: /],
        [{ event_ids: 7 }, /^event_ids: /],
        [{ event_ids: ["7"] }, /^event_ids\.0: must be a whole number/],
        // Past what any store counts with.
        [{ event_ids: [1, 4_294_967_296] }, /^event_ids\.1: must be a whole number of at most 9 digits/],
      ] as const
      for (const [body, says] of bad)
        assertFailure(yield* server.command("POST", enrichPath, { body }), 400, says)
    }),
  )
})

describe("a sync of attending", () => {
  it.effect("makes pending rows of what calendars and mails have", () =>
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
