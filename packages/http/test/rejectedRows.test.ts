import { maxRejectedRowLength, RejectedRows, type SourceBatch, SourceError } from "@daybook/kernel"
import type { Scrobble, ScrobbleSource } from "@daybook/listening"
import { RecordedRun, recordedRun, unknownOfRun } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { assertFailure, readAs } from "./replies.ts"
import { play, scriptedSource } from "./scriptedSource.ts"
import { path, retry, rowsOf, sync } from "./setAside.ts"
import { start, startServer, type TestServer } from "./testServer.ts"

const latestRun = (server: TestServer) =>
  Effect.map(server.command("GET", "/v1/admin/sync?limit=1"), (reply) => reply.text)

const rejectedRow = (ref: string) => ({
  source: "jukebox",
  ref,
  kind: "row" as const,
  raw: JSON.stringify({ ref }),
  reason: "artist: Missing key",
})

/**
 * A source of one good play and these rejected rows, which it lists each time until it is told that they can be
 * read.
 */
const jukebox = (...refs: ReadonlyArray<string>) => {
  const state = { listed: [...refs], readable: new Set<string>(), asked: [] as Array<unknown> }
  const decode = Effect.fnUntraced(function* (some: ReadonlyArray<string>) {
    const { fit, keep } = yield* RejectedRows
    yield* keep(some.filter((ref) => !state.readable.has(ref)).map(rejectedRow))
    const good = some.filter((ref) => state.readable.has(ref))
    yield* fit("jukebox", () => good)
    return good.map((ref, index) => play("Low", `Album ${ref}`, start - index * 60_000))
  })
  const source: ScrobbleSource = {
    ...scriptedSource("jukebox", {
      scrobbles: Stream.fromEffect(
        Effect.map(
          Effect.suspend(() => decode(state.listed)),
          (items): SourceBatch<Scrobble> => ({
            items: [play("Low", "Hey What", start), ...items],
            cursor: "1",
          }),
        ),
      ),
    }),
    readAgain: (rows) => {
      state.asked.push(...rows)
      const refs = rows.map((row) => Schema.decodeUnknownSync(Schema.Struct({ ref: Schema.String }))(row).ref)
      return decode(refs)
    },
  }
  return { source, state }
}

describe("rows that are set aside", () => {
  it.effect("are listed with their errors, counted in the run, and stop nothing", () =>
    Effect.gen(function* () {
      const { source } = jukebox("a", "b")
      const server = yield* startServer({ sources: [source] })
      assert.deepStrictEqual((yield* rowsOf(server)).pagination.total, 0)
      const reply = yield* sync(server)
      assert.strictEqual(reply.status, 200)
      assert.include(reply.text, '"items_synced":1')
      assert.include(yield* latestRun(server), '"status":"completed"')
      assert.include(yield* latestRun(server), '"set_aside":2')
      yield* TestClock.adjust("1 hour")
      yield* sync(server)
      assert.include(yield* latestRun(server), '"set_aside":2')
      const { data, pagination } = yield* rowsOf(server)
      assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 2, total_pages: 1 })
      assert.deepStrictEqual(data[0], {
        id: data[0]?.id ?? 0,
        domain: "listening",
        source: "jukebox",
        reason: "artist: Missing key",
        raw: '{"ref":"b"}',
        first_seen_at: "2026-07-15T12:00:00.000Z",
        last_seen_at: "2026-07-15T13:00:00.000Z",
        tries: 2,
        acceptable: false,
      })
      assert.deepStrictEqual((yield* rowsOf(server, "?limit=1&page=2")).data, data.slice(1))
    }),
  )

  it.effect("leave when the source lists them again and they fit", () =>
    Effect.gen(function* () {
      const { source, state } = jukebox("a", "b")
      const server = yield* startServer({ sources: [source] })
      yield* sync(server)
      state.readable.add("a")
      assert.include((yield* sync(server)).text, '"items_synced":1')
      assert.deepStrictEqual(
        (yield* rowsOf(server)).data.map(({ raw }) => raw),
        ['{"ref":"b"}'],
      )
      assert.include(yield* latestRun(server), '"set_aside":1')
    }),
  )

  it.effect("are tried again on request, all or some, by the source's own decoder", () =>
    Effect.gen(function* () {
      const { source, state } = jukebox("a", "b", "c")
      const server = yield* startServer({ sources: [source] })
      yield* sync(server)
      state.listed = []
      yield* sync(server)
      assert.deepStrictEqual(state.asked, [], "no one has requested it")
      const { data } = yield* rowsOf(server)
      assert.strictEqual(yield* retry(server, JSON.stringify({ ids: [data[0]?.id, 999_999] })), 1)
      yield* sync(server)
      assert.deepStrictEqual(state.asked, [{ ref: "c" }])
      assert.strictEqual((yield* rowsOf(server)).data[0]?.tries, 2)
      state.readable.add("a").add("c")
      assert.strictEqual(yield* retry(server), 3)
      assert.include((yield* sync(server)).text, '"items_synced":2')
      assert.deepStrictEqual(
        (yield* rowsOf(server)).data.map(({ raw }) => raw),
        ['{"ref":"b"}'],
      )
      assert.include((yield* server.get("/v1/listening/top/albums")).text, "Album c")
      state.asked.length = 0
      yield* sync(server)
      assert.deepStrictEqual(state.asked, [], "what was tried is no longer due")
    }),
  )

  it.effect("stay where reading them again fails, and the sync continues", () =>
    Effect.gen(function* () {
      const { source, state } = jukebox("a")
      const failing = new SourceError({ source: "jukebox", failure: "unavailable", message: "is away" })
      const server = yield* startServer({ sources: [{ ...source, readAgain: () => Effect.fail(failing) }] })
      yield* sync(server)
      state.listed = []
      yield* retry(server)
      assert.strictEqual((yield* sync(server)).status, 200)
      assert.strictEqual((yield* rowsOf(server)).pagination.total, 1)
      assert.include(server.logs.join("\n"), "could not be retried")
    }),
  )

  it.effect("wait where their source cannot read them again", () =>
    Effect.gen(function* () {
      const { source, state } = jukebox("a")
      const { readAgain: _, ...withoutReadAgain } = source
      const server = yield* startServer({ sources: [withoutReadAgain] })
      yield* sync(server)
      state.listed = []
      yield* retry(server)
      yield* sync(server)
      assert.strictEqual((yield* rowsOf(server)).pagination.total, 1)
    }),
  )

  it.effect("in the thousands are bounded, and the excess is in the log and in the run", () =>
    Effect.gen(function* () {
      const { source } = jukebox(...Array.from({ length: 1_003 }, (_, index) => String(index)))
      const server = yield* startServer({ sources: [source] })
      assert.strictEqual((yield* sync(server)).status, 200)
      assert.strictEqual((yield* rowsOf(server)).pagination.total, 1_000)
      assert.include(yield* latestRun(server), '"set_aside":1003')
      assert.include(server.logs.join("\n"), "3 rejected rows are not kept")
    }),
  )

  it.effect("are requested again only by numbers", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const body of [
        '{"ids":"1"}',
        '{"ids":[0]}',
        '{"ids":[1.5]}',
        '{"ids":["1"]}',
        '{"ids":[9999999999]}',
      ]) {
        assertFailure(yield* server.command("POST", `${path}/retry`, { body }), 400, /ids.*whole number/)
      }
      assert.strictEqual(yield* retry(server, '{"ids":[]}'), 0)
    }),
  )
})

describe("doubtful items of files", () => {
  const accept = (server: TestServer, ...ids: ReadonlyArray<number>) =>
    Effect.map(
      server.command("POST", `${path}/accept`, { body: JSON.stringify({ ids }) }),
      (reply) => readAs(Schema.Struct({ accepted: Schema.Int }), reply).accepted,
    )

  it.effect("are listed, and are runs once they are accepted", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const walk = recordedRun(
        "file",
        {
          ...unknownOfRun,
          startedAt: start - 3_600_000,
          distanceMm: 4_000_000,
          climbMm: 0,
          movingSeconds: 3_000,
          isRace: false,
          name: "Pier",
        },
        {
          points: Array.from({ length: 2_000 }, (_, at) => ({
            seconds: at,
            distanceMm: at * 2_000,
            heartRate: 60 + (at % 90),
          })),
        },
      )
      const raw = Schema.encodeSync(Schema.fromJsonString(RecordedRun))(walk)
      assert.isAbove(raw.length, maxRejectedRowLength / 4)
      const row = {
        source: "GPX",
        ref: walk.ref,
        kind: "doubtful" as const,
        raw,
        reason: "slow",
        whole: true,
      }
      const { keep } = server.setAside
      yield* keep("running", "GPX", "1", [
        row,
        { ...row, ref: "long", raw: "x".repeat(maxRejectedRowLength + 1) },
      ])
      yield* keep("listening", "jukebox", "1", [{ ...rejectedRow("a"), whole: true }])
      const { data } = yield* rowsOf(server)
      assert.deepStrictEqual(
        data.map(({ acceptable, reason }) => [acceptable, reason]),
        [
          [false, "artist: Missing key"],
          [true, "slow"],
          [true, "slow"],
        ],
      )
      assert.lengthOf(data[1]?.raw ?? "", maxRejectedRowLength)
      assert.strictEqual(yield* retry(server), 1)
      assert.strictEqual(yield* accept(server), 0)
      const runs = Effect.map(server.command("GET", "/v1/running/activities"), ({ text }) => text)
      assert.notInclude(yield* runs, "Pier")
      const ids = data.map(({ id }) => id)
      assert.strictEqual(yield* accept(server, ...ids), 1)
      assert.include(yield* runs, "Pier")
      assert.strictEqual(yield* accept(server, ...ids), 0)
      assert.strictEqual((yield* rowsOf(server)).pagination.total, 2)
    }),
  )

  it.effect("are accepted by their ids, with an admin key", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const body of ["{}", '{"ids": 1}', '{"ids": ["1"]}', '{"ids": [0]}', "[]"])
        assertFailure(yield* server.command("POST", `${path}/accept`, { body }), 400, /./)
    }),
  )
})
