import { everyProfile, noProfile, ProfileStore, PropertyStore, RequestId } from "@daybook/profiles"
import { LocalDate } from "@daybook/kernel"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { migrateProfiles } from "../../src/profiles/migrations.ts"
import { LastMigrations } from "../../src/sql/migrator.ts"
import { makeOnPostgres } from "../freshStores.ts"
import { home, noon } from "../someProfiles.ts"

const idOf = (number: number) => RequestId.make(`01980d7c-5800-7000-8000-${String(number).padStart(12, "0")}`)

const client = makeOnPostgres()

/** Leaves in a schema what an earlier version had accepted: applied, waiting and failed. */
const asBefore = (schema: string, last: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.provideService(migrateProfiles, LastMigrations, { profiles: last })
    const lane = last < 6 ? sql`` : sql`, lane`
    const laneOf = (id: string) => (last < 6 ? sql`` : sql`, lane_of(${id}::text)`)
    const columns = sql`(workspace, version, distinct_id, properties, created_at, updated_at${lane})`
    const profile = (id: string, properties: object) =>
      sql`insert into profiles ${columns} values ('home', 'live', ${id}, ${JSON.stringify(properties)}::text::jsonb,
        to_timestamp(${noon / 1_000}::float8), to_timestamp(${noon / 1_000}::float8)${laneOf(id)})`
    for (let at = 0; at < 40; at++) yield* profile(`p${at}`, { n: 1, x: "stored" })
    yield* profile("source", { n: 5, own: "kept" })
    yield* sql`insert into property_types (workspace, version, name, type)
      values ('home', 'live', 'n', 'number'), ('home', 'live', 'x', 'string'), ('home', 'live', 'own', 'string')`
    yield* sql`insert into profile_totals (workspace, version, kind, number) values ('home', 'live', 'profile', 41),
      ('home', 'live', 'number', 1), ('home', 'live', 'string', 2)`
    if (last >= 8)
      yield* sql`insert into profile_totals select 'home', 'live', 'bytes', sum(octet_length(properties::text)) from profiles`
    // A merge led its source's id on as it was accepted.
    yield* sql`insert into profile_aliases (workspace, version, distinct_id, target)
      values ('home', 'live', 'source', 'p2'), ('home', 'live', 'nobody', 'p3')`
    for (const [number, operation] of [
      [1, "set"],
      [2, "batch"],
    ] as const) {
      yield* sql`insert into profile_outcomes
          (request_id, change, operation, number, workspace, version, applied, ignored${lane})
        values (${idOf(number)}::text::uuid, 0, ${operation}, nextval('profile_numbers'), 'home', 'live', '{x}', '[]'
          ${last < 6 ? sql`` : sql`, 1`})`
    }
    const accept = (
      number: number,
      change: number,
      operation: string,
      id: string,
      actions: unknown,
      once = {},
    ) =>
      sql`select accept_changes(1, 2, to_timestamp(${noon / 1_000}::float8), array[${idOf(number)}::text], array[${change}::int],
        array[${operation}::text], array['home'], array['live'], array[${id}::text], array[${JSON.stringify(once)}::text],
        array[${actions === undefined ? null : JSON.stringify(actions)}::text], array['[]'], array[true])`
    const add = (value: number) => [{ verb: "add", name: "n", type: "number", value }]
    yield* accept(2, 1, "batch", "p8", undefined, { y: 1 })
    yield* accept(3, 0, "numerical-add", "p7", add(2))
    yield* accept(4, 0, "set-once", "p7", undefined, { x: "too late", late: "1" })
    yield* accept(5, 0, "numerical-add", "p7", [{ verb: "set", name: "n", type: "number", value: 10 }])
    yield* accept(6, 0, "numerical-add", "p7", add(1))
    yield* accept(7, 0, "merge", "p2", [{ verb: "merge", name: "$merge", source: "source" }])
    yield* accept(8, 0, "merge", "p3", [{ verb: "merge", name: "$merge", source: "nobody" }])
    yield* accept(9, 0, "set-once", "new", undefined, { x: "made" })
    yield* accept(10, 0, "set", "p9", [{ verb: "grow", name: "x" }])
    yield* accept(11, 0, "set", "p9", undefined, { x: "failed" })
    yield* sql`update profile_inbox set failure = 'no such thing' where request_id = ${idOf(11)}::text::uuid`
  }).pipe(Effect.provide(client(schema)), Effect.orDie)

describe("requests that an earlier version had accepted", () => {
  it.live.each([5, 8])("are applied in their order at the first start, none lost (step %i)", (last) => {
    const schema = freshSchema()
    const later = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      const outcomeOf = (number: number) => Effect.map(store.outcome(home, idOf(number)), Option.getOrThrow)
      const applied = yield* Effect.forEach(
        Array.from({ length: 11 }, (_, at) => at + 1),
        (number) => Effect.map(outcomeOf(number), (outcome) => [number, outcome.status, outcome.applied]),
      )
      assert.deepStrictEqual(applied, [
        [1, "processed", ["x"]],
        [2, "processed", ["x", "y"]],
        [3, "processed", ["n"]],
        [4, "processed", ["late"]],
        [5, "processed", ["n"]],
        [6, "processed", ["n"]],
        [7, "processed", ["own"]],
        [8, "processed", []],
        [9, "processed", ["x"]],
        [10, "processed", []],
        [11, "processed", []],
      ])
      assert.deepStrictEqual((yield* outcomeOf(8)).ignored, [{ name: "$merge", reason: noProfile }])
      assert.deepStrictEqual((yield* outcomeOf(11)).ignored, [
        { name: "x", reason: "could not be applied: no such thing" },
      ])
      const found = yield* store.profiles(home, ["p2", "p7", "p8", "p9", "new", "source"])
      assert.deepStrictEqual(
        Object.fromEntries(Array.from(found, ([id, { properties }]) => [id, properties])),
        {
          p2: { n: 1, x: "stored", own: "kept" },
          source: { n: 1, x: "stored", own: "kept" },
          p7: { n: 11, x: "stored", late: "1" },
          p8: { n: 1, x: "stored", y: 1 },
          p9: { n: 1, x: "stored" },
          new: { x: "made" },
        },
      )
      const { outcomes } = yield* store.requests(home, { limit: 100 })
      assert.strictEqual(outcomes.length, 11)
      const usage = yield* store.usage(home, LocalDate.make("2026-07-15"))
      const stored = yield* store.find(home, { where: everyProfile, limit: 100 })
      assert.strictEqual(usage.profiles, stored.length)
      const [bytes] = yield* sql`select sum(octet_length(properties::text))::int as bytes from profiles`
      assert.strictEqual(usage.bytes, bytes?.["bytes"])
      // Of the two that were applied before, an earlier version had counted one already if there was a count.
      assert.isAtLeast(
        usage.requests.reduce((sum, { requests }) => sum + requests, 0),
        9,
      )
      yield* Effect.orDie(
        store.accept(
          [
            {
              ...home,
              requestId: idOf(12),
              operation: "set",
              changes: [
                {
                  distinctId: "source",
                  actions: [{ verb: "set", name: "n", type: "number", value: 7 }],
                  ignored: [],
                  makes: true,
                },
              ],
              idempotency: undefined,
            },
          ],
          noon,
        ),
      )
      assert.strictEqual(Option.getOrThrow(yield* store.profile(home, "p2")).properties["n"], 7)
      const properties = yield* (yield* PropertyStore).list(home, { limit: 10 })
      assert.deepStrictEqual(
        properties.map(({ firstSetAt, name, profiles }) => [name, profiles, firstSetAt]),
        ["n", "own", "x"].map((name) => {
          const having = stored.filter((one) => name in one.properties)
          return [name, having.length, Math.min(...having.map(({ createdAt }) => createdAt))]
        }),
      )
      const listed = yield* store.requests(home, { limit: 100 })
      assert.strictEqual(listed.outcomes.at(-1)?.requestId, idOf(12))
    }).pipe(Effect.provide(SqlStorage.Profiles.layer().pipe(Layer.provideMerge(client(schema)), Layer.orDie)))
    return Effect.andThen(asBefore(schema, last), later)
  })
})
