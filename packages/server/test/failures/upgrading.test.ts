import { Postgres } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { fileURLToPath } from "node:url"
import { assert, describe } from "vitest"
import { type Daybook, type Environment, it } from "../daybook.ts"
import { freePort } from "../standIns/freePort.ts"
import { until } from "../until.ts"

/** The lock of all migrations; see `sql/migrator.ts` of the store. */
const migrationLock = 0x64626b

const earlier = fileURLToPath(new URL("../backup/version1.zip", import.meta.url))

const assertSaid = ({ stderr, stdout }: Daybook) => {
  assert.match(stdout, /migrating the data after an upgrade: the tables of \w+, step 1 of \d+/)
  assert.notInclude(stdout, "the time zone is now")
  assert.strictEqual(stderr, "")
}

describe("a start on the tables of an earlier version, on PostgreSQL,", () => {
  it("reports that it migrates, and not that the zone differs", async ({ daybook }) => {
    const env = { ...daybook.stores.postgres(), DATABASE_SCHEMA: freshSchema() }
    const { code, stderr } = await daybook.run(["restore", earlier], env)
    assert.strictEqual(code, 0, stderr)
    const server = await daybook.start(env)
    assertSaid(server)
    await server.stop()
    const again = await daybook.start(env)
    assert.notInclude(again.stdout, "after an upgrade")
  })

  it("responds with 503 and its progress until it serves", async ({ daybook }) => {
    const env: Environment = { ...daybook.stores.postgres(), DATABASE_SCHEMA: freshSchema() }
    const { code, stderr } = await daybook.run(["restore", earlier], env)
    assert.strictEqual(code, 0, stderr)
    const [port, notifyPort] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${port}`
    const get = (path: string, base = url) => fetch(base + path).catch(() => undefined)

    const started = await Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`set local idle_in_transaction_session_timeout = 0`
          // A migration says so that days are found in another way from then on.
          yield* sql`delete from watching_zone`
          yield* sql`insert into watching_zone (zone) values ('')`
          yield* sql`select pg_advisory_xact_lock(${migrationLock})`
          return yield* Effect.promise(async () => {
            const server = daybook.start({ ...env, PORT: port, NOTIFY_PORT: notifyPort })
            await until("something answers there", async () => (await get("/v1/feed")) !== undefined, 120)
            const answer = await get("/v1/feed")
            assert.strictEqual(answer?.status, 503)
            assert.strictEqual(answer?.headers.get("retry-after"), "5")
            const { error, status }: { readonly error: string; readonly status: number } = JSON.parse(
              (await answer?.text()) ?? "{}",
            )
            assert.match(error, /^Daybook is migrating its data after an upgrade \(the tables of \w+\)\. /)
            assert.strictEqual(status, 503)
            assert.strictEqual((await get("/v1/health/ready"))?.status, 503)
            const health = await get("/v1/health")
            assert.strictEqual(health?.status, 200)
            assert.propertyVal(await health?.json(), "status", "ok")
            const profiles = await get("/v1/acme/live/profiles/ann", `http://127.0.0.1:${notifyPort}`)
            assert.strictEqual(profiles?.status, 503)
            assert.propertyVal(await profiles?.json(), "status", "error")
            return { server }
          })
        }),
      )
    }).pipe(
      Effect.provide(
        Postgres.layer({
          url: Redacted.make(env["DATABASE_URL"] ?? ""),
          schema: env["DATABASE_SCHEMA"] ?? "",
          statementLimit: "2 minutes",
        }),
      ),
      Effect.runPromise,
    )
    const server = await started.server
    assertSaid(server)
    assert.include(server.stdout, "after an upgrade: putting watches together")
    assert.strictEqual((await get("/v1/health/ready"))?.status, 200)
    assert.strictEqual((await server.reader.get("/v1/listening/recent")).status, 200)
  })
})
