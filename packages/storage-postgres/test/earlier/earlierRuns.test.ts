import { everything, LocalDate } from "@daybook/kernel"
import { RunStore } from "@daybook/running"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { migrateRunning } from "../../src/running/migrations.ts"
import { LastMigrations } from "../../src/sql/migrator.ts"
import { makeOnPostgres, storageOn } from "../freshStores.ts"

const client = makeOnPostgres()

describe("a run that an earlier version hid behind a false start", () => {
  it.effect("counts from the next start on", () => {
    const schema = freshSchema()
    const earlier = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.provideService(migrateRunning, LastMigrations, { running: 6 })
      yield* sql`insert into runs (source, ref, started_at, day, day_is_local, distance_mm, climb_mm, moving_seconds,
          is_race, is_duplicate)
        select source, ref, started_at::timestamptz, '2024-03-01', false, 1000, 0, 60, false, is_duplicate from (values
          ('strava-export', '7', '2024-03-01T07:00:00Z', false),
          ('strava-export', '8', '2024-03-01T07:00:34Z', true),
          ('file', '2024-03-01T07:00:34Z', '2024-03-01T07:00:34Z', true),
          ('strava-export', '9', '2024-03-01T17:00:00Z', true),
          ('watch', '1', '2024-03-01T17:00:01Z', false)
        ) as run (source, ref, started_at, is_duplicate)`
    }).pipe(Effect.provide(client(schema)))
    const later = Effect.gen(function* () {
      const { journal, lists } = yield* RunStore
      const { items } = yield* lists.runs(
        { range: everything, sort: "started", order: "desc" },
        { page: 1, limit: 10 },
      )
      assert.deepStrictEqual(
        items.map(({ id }) => id),
        ["watch:1", "strava-export:8", "strava-export:7"],
      )
      assert.deepStrictEqual(yield* journal.countsByDay(everything), [
        { day: LocalDate.make("2024-03-01"), count: 3 },
      ])
    }).pipe(Effect.provide(storageOn(SqlStorage.Running.layer(), client(schema))))
    return Effect.andThen(earlier, later)
  })
})
