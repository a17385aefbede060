import { everything } from "@daybook/kernel"
import { CheckInStore } from "@daybook/places"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { migratePlaces } from "../../src/places/migrations.ts"
import { LastMigrations } from "../../src/sql/migrator.ts"
import { makeOnPostgres, storageOn } from "../freshStores.ts"

it.effect("a visit that two sources reported an earlier version counts once from the next start on", () => {
  const client = makeOnPostgres()
  const schema = freshSchema()
  const earlier = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.provideService(migratePlaces, LastMigrations, { places: 5 })
    yield* sql`insert into check_ins (id, venue_name, category, city, country, lat, lng, checked_in_at, shout, venue_ref)
      select id, name, '', '', '', 44.9, -66.98, '2024-05-06T07:00:00Z', '', ref
      from (values ('5f01', 'Tin Roof', 'roof'), ('google 1714978800', '44.9000, -66.9800', 'ChIJ')) as told (id, name, ref)`
  }).pipe(Effect.provide(client(schema)))
  const later = Effect.gen(function* () {
    const { checkIns, lists } = yield* CheckInStore
    const all = { page: 1, limit: 10 }
    assert.deepStrictEqual(
      (yield* checkIns(everything, all)).items.map(({ id }) => id),
      ["5f01"],
    )
    assert.deepStrictEqual(
      (yield* lists.venues({ sort: "name", order: "asc" }, all)).items.map(({ id, visits }) => [id, visits]),
      [["roof", 1]],
    )
  }).pipe(Effect.provide(storageOn(SqlStorage.Places.layer(), client(schema))))
  return Effect.andThen(earlier, later)
})
