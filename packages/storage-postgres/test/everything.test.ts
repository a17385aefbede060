import { SqlStorage } from "@daybook/storage-postgres"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { everyMigration } from "../src/everything/migrateAgain.ts"
import { findMigrations, findTables, leftBehind } from "../src/everything/tables.ts"
import { makeOnPglite } from "./freshStores.ts"

const onPglite = makeOnPglite()

/** The columns whose names sound like a secret, and why they are none. */
const harmless = new Map([
  ["article_vectors.text_hash", "of a text that is exported beside it"],
  ["image_sources.hash", "names an image"],
  ["image_variants.hash", "names an image"],
  ["images.hash", "names an image"],
  ["images.thumbhash", "is a small picture"],
  ["profile_erasures.id_hash", "of an id: it opens nothing"],
  ["profile_erasures.hashes", "of ids: they open nothing"],
  ["profile_retries.body_hash", "of a request's body"],
])

describe("the tables of an export", () => {
  it.effect("are all that the migrations make, but for those with a reason", () =>
    Effect.gen(function* () {
      const client = onPglite()
      const utc = Layer.orDie(DateTime.layerCurrentZoneNamed("UTC"))
      const found = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        return { migrations: yield* findMigrations(sql), tables: yield* findTables(sql) }
      })
      const stores = Layer.provideMerge(SqlStorage.layer(), Layer.merge(client, utc))
      const { migrations, tables } = yield* Effect.provide(found, stores)

      // A record that is missing there could not be restored into a new store.
      assert.sameMembers(Object.keys(everyMigration), Object.keys(migrations))
      const homeless = tables.filter(({ folder }) => folder === "others")
      assert.deepStrictEqual(
        homeless.map(({ name }) => name),
        [],
        "name the folder of each of our tables in tables.ts",
      )
      for (const { name, order } of tables) assert.isNotEmpty(order, name)
      const secret = tables.flatMap(({ columns, name }) =>
        columns
          .filter((column) => /hash|secret|seal|token|password/.test(column))
          .map((one) => `${name}.${one}`),
      )
      assert.sameMembers(secret, [...harmless.keys()], "a secret belongs to leftBehind, others here")
      for (const name of Object.keys(leftBehind))
        assert.notInclude(
          tables.map((one) => one.name),
          name,
        )
    }),
  )
})
