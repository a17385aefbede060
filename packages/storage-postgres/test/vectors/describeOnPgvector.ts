import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, test } from "vitest"
import { valuesOf } from "../../src/sql/table.ts"
import { onPostgres } from "../freshStores.ts"

const readVersions = valuesOf(Schema.String)

/** The version of pgvector that the run's PostgreSQL offers. */
const [version] = await Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return readVersions(yield* sql`select default_version from pg_available_extensions where name = 'vector'`)
}).pipe(Effect.provide(onPostgres()), Effect.runPromise)

/** Describes tests on pgvector. They are left out, and say so, where the run's PostgreSQL does not have it. */
export const describeOnPgvector = (title: string, tests: () => void): void => {
  if (version === undefined) test.skip(`${title}: install pgvector where PostgreSQL finds it`, () => {})
  else describe(title, tests)
}
