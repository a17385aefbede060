import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { jsonOf } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { startServer } from "../testServer.ts"
import { entry, game, importPath, importing, knows, sourcesPath } from "./requests.ts"

const prunePath = "/v1/admin/attending/prune-junk-venues"

const enrichPath = "/v1/admin/attending/enrich-sports-ids"

describe("the manual import", () => {
  it.effect("lists loaded games, and the others with the reason", () =>
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

  it.effect("of an empty list is 200; without a list, or with a value that is not an object, 400", () =>
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

  it.effect("continues to its end when its caller hangs up", () =>
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
  it.effect("reports the same plan dry and done, and deletes only when it is done", () =>
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
