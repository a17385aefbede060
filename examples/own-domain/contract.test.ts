import { Pglite, Postgres } from "@daybook/storage-postgres"
import * as SqlKernel from "@daybook/storage-postgres/kernel"
import * as MemoryKernel from "@daybook/storage-memory/kernel"
import { freshSchema } from "@daybook/storage-postgres/testing"
import type * as _PostgresUrl from "@daybook/storage-postgres/testing/globalSetup"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, inject } from "vitest"
import { playStoreContract } from "./contract.ts"
import * as Memory from "./memory.ts"
import * as Sql from "./sql.ts"

const folder = mkdtempSync(join(tmpdir(), "board-games-"))
afterAll(async () => {
  await pglite.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const inZone = (zone = "UTC") => Layer.orDie(DateTime.layerCurrentZoneNamed(zone))
const inMemory = Layer.merge(Memory.layer, MemoryKernel.layer())
const inSql = Layer.merge(Sql.layer, SqlKernel.layer())

playStoreContract("memory", (zone) => Layer.provide(inMemory, inZone(zone)))

// One for the file, emptied before each test: opening one for each would take longer than the tests.
const pglite = ManagedRuntime.make(Pglite.layer({ dataDir: folder, schema: "daybook" }))

const emptyPglite = Layer.effect(
  SqlClient.SqlClient,
  Effect.gen(function* () {
    const sql = Context.get(yield* pglite.contextEffect, SqlClient.SqlClient)
    yield* sql`drop schema daybook cascade`
    yield* sql`create schema daybook`
    return sql
  }),
)

playStoreContract("PGlite", (zone) => Layer.orDie(Layer.provide(inSql, [emptyPglite, inZone(zone)])))

playStoreContract("PostgreSQL", (zone) => {
  const url = Redacted.make(inject("postgresUrl"))
  return Layer.orDie(Layer.provide(inSql, [Postgres.layer({ url, schema: freshSchema() }), inZone(zone)]))
})
