import { ProfileStore, RequestId, WorkspaceId } from "@daybook/profiles"
import { LocalDate } from "@daybook/kernel"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { migrateProfiles } from "../src/profiles/migrations.ts"
import { LastMigrations } from "../src/sql/migrator.ts"
import { rowsOf } from "../src/sql/table.ts"
import { makeOnPostgres } from "./freshStores.ts"

const home = { workspace: WorkspaceId.make("home"), version: "live" } as const
const noon = Date.UTC(2026, 6, 15, 12)
const processed = "01980d7c-5800-7000-8000-000000000001"
const waiting = "01980d7c-5800-7000-8000-000000000002"
const batch = "01980d7c-5800-7000-8000-000000000003"

/** The lane of an id, as the record of decisions states it. */
const hashOf = (id: string) => createHash("sha256").update(id, "utf8").digest()[0]

const readLanes = rowsOf(Schema.Struct({ id: Schema.String, lane: Schema.Int }))

const client = makeOnPostgres()

describe("profiles of 16 lanes", () => {
  it.live("go on in 256: stored ones, what waits for them, and outcomes", () => {
    const schema = freshSchema()
    const earlier = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.provideService(migrateProfiles, LastMigrations, { profiles: 5 })
      yield* sql`insert into profiles (workspace, version, distinct_id, properties, created_at, updated_at)
        select 'home', 'live', 'p' || i, '{"n": 1, "x": "stored"}', now(), now() from generate_series(1, 40) as i`
      yield* sql`insert into property_types (workspace, version, name, type)
        values ('home', 'live', 'n', 'number'), ('home', 'live', 'x', 'string')`
      yield* sql`insert into profile_outcomes (request_id, change, operation, number, workspace, version, applied, ignored)
        values (${processed}::text::uuid, 0, 'set', nextval('profile_numbers'), 'home', 'live', '{x}', '[]'),
          (${batch}::text::uuid, 0, 'batch', nextval('profile_numbers'), 'home', 'live', '{x}', '[]')`
      yield* sql`select accept_changes(1, 2, now(), array[${batch}::text], array[1], array['batch'], array['home'],
        array['live'], array['p8'], array['{"y": 1}'], array[null::text], array['[]'], array[true])`
      yield* sql`select accept_changes(1, 2, now(), array[${waiting}::text], array[0], array['numerical-add'], array['home'],
        array['live'], array['p7'], array['{}'], array[${'[{"verb":"add","name":"n","type":"number","value":2}]'}::text],
        array['[]'], array[true])`
    }).pipe(Effect.provide(client(schema)), Effect.orDie)
    const later = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      const outcomeOf = (id: string) =>
        Effect.map(
          store.outcome(home, RequestId.make(id)),
          (outcome) => Option.getOrUndefined(outcome)?.status,
        )
      assert.strictEqual(yield* outcomeOf(processed), "processed")
      assert.strictEqual(yield* outcomeOf(waiting), "accepted")
      assert.strictEqual(yield* outcomeOf(batch), "accepted")
      while ((yield* store.apply(10, noon)) > 0) continue
      assert.strictEqual(yield* outcomeOf(waiting), "processed")
      const whole = Option.getOrThrow(yield* store.outcome(home, RequestId.make(batch)))
      assert.deepStrictEqual(
        whole.changes.map(({ applied }) => applied),
        [["x"], ["y"]],
      )
      // Counting of bytes begins with what is stored.
      const stored8 = '{"n": 1, "x": "stored", "y": 1}'.length
      const { bytes } = yield* store.usage(home, LocalDate.make("2026-07-15"))
      assert.strictEqual(bytes, 39 * '{"n": 1, "x": "stored"}'.length + stored8)
      const p7 = Option.getOrThrow(yield* store.profile(home, "p7"))
      assert.deepStrictEqual(p7.properties, { n: 3, x: "stored" })
      const stored = readLanes(
        yield* sql`select distinct_id as id, lane from profiles union all select 'é🎈', lane_of('é🎈')`,
      )
      for (const { id, lane } of stored) {
        assert.strictEqual(lane, hashOf(id))
        assert.strictEqual(lane, store.laneOf(id))
      }
      assert.strictEqual(stored.length, 41)
    }).pipe(Effect.provide(SqlStorage.Profiles.layer().pipe(Layer.provideMerge(client(schema)), Layer.orDie)))
    return Effect.andThen(earlier, later)
  })
})
