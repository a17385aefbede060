import { Pglite, Postgres, SqlStorage } from "@daybook/storage-postgres"
import { PgConnection } from "@effect/sql-pg"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { SqlClient } from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The databases that are kept ready: the most that a test usually takes. */
const spare = 2

/**
 * Stores that have all tables, and nothing else. To copy one takes a tenth of the time that migrations take, which was
 * a third of what a server test costs.
 */
export class Prepared {
  static #made: Promise<Prepared> | undefined
  readonly #folder = mkdtempSync(join(tmpdir(), "daybook-prepared-"))
  /** The server; undefined for tests that bring one of their own. */
  readonly #url: string | undefined
  readonly #template = `prepared_${randomUUID().replaceAll("-", "")}`
  readonly #ready: Array<string> = []

  private constructor(url: string | undefined) {
    this.#url = url
    process.once("exit", () => rmSync(this.#folder, { recursive: true, force: true }))
  }

  /** The stores of this process, with databases ready to be taken. */
  static async make(url: string | undefined): Promise<Prepared> {
    const prepared = await (this.#made ??= new Prepared(url).#migrate())
    await prepared.#fill()
    return prepared
  }

  /** Makes a folder of PGlite. */
  copyTo(folder: string): void {
    cpSync(this.#folder, folder, { recursive: true })
  }

  /** The address of a database of one's own; undefined where all that were ready are taken. */
  takeDatabase(): string | undefined {
    return this.#ready.pop()
  }

  async drop(databases: ReadonlyArray<string>): Promise<void> {
    if (this.#url === undefined) return
    for (const one of databases) {
      await run(this.#url, `drop database if exists ${new URL(one).pathname.slice(1)} with (force)`)
    }
  }

  async #migrate(): Promise<this> {
    await makeTables(Pglite.layer({ dataDir: this.#folder, schema: "daybook" }))
    if (this.#url === undefined) return this
    await run(this.#url, `create database ${this.#template}`)
    const url = Redacted.make(addressIn(this.#url, this.#template))
    await makeTables(Postgres.layer({ url, schema: "daybook" }))
    return this
  }

  async #fill(): Promise<void> {
    while (this.#url !== undefined && this.#ready.length < spare) {
      const name = `test_${randomUUID().replaceAll("-", "")}`
      await run(this.#url, `create database ${name} template ${this.#template} strategy file_copy`)
      this.#ready.push(addressIn(this.#url, name))
    }
  }
}

const addressIn = (server: string, database: string): string => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

const run = (url: string, statement: string): Promise<unknown> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(PgConnection.make({ url: Redacted.make(url) }), (sql) => sql.query(statement)),
    ),
  )

const makeTables = (client: Layer.Layer<SqlClient, unknown>): Promise<unknown> =>
  Effect.runPromise(
    Effect.scoped(
      Layer.build(SqlStorage.layer().pipe(Layer.provide([client, DateTime.layerCurrentZoneNamed("UTC")]))),
    ),
  )
