import { Postgres } from "@daybook/storage-postgres"
import * as PostgresKernel from "@daybook/storage-postgres/kernel"
import { freshSchema } from "@daybook/storage-postgres/testing"
import type * as _PostgresUrl from "@daybook/storage-postgres/testing/globalSetup"
import * as SqliteKernel from "@daybook/storage-sqlite/kernel"
import * as SqliteDatabase from "@daybook/storage-sqlite/sqlite"
import * as DateTime from "effect/DateTime"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, inject } from "vitest"
import { playStoreContract } from "./contract.ts"
import * as PostgresPlays from "./postgres.ts"
import * as SqlitePlays from "./sqlite.ts"

const folder = mkdtempSync(join(tmpdir(), "board-games-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inZone = (zone = "UTC") => Layer.orDie(DateTime.layerCurrentZoneNamed(zone))
const onSqlite = Layer.merge(SqlitePlays.layer, SqliteKernel.layer())
const onPostgres = Layer.merge(PostgresPlays.layer, PostgresKernel.layer())

playStoreContract("memory", (zone) =>
  Layer.orDie(Layer.provide(onSqlite, [SqliteDatabase.layerMemory, inZone(zone)])),
)

let files = 0
playStoreContract("a file", (zone) => {
  const database = SqliteDatabase.layerFile(join(folder, `${++files}.db`))
  return Layer.orDie(Layer.provide(onSqlite, [database, inZone(zone)]))
})

playStoreContract("PostgreSQL", (zone) => {
  const url = Redacted.make(inject("postgresUrl"))
  return Layer.orDie(
    Layer.provide(onPostgres, [Postgres.layer({ url, schema: freshSchema() }), inZone(zone)]),
  )
})
