import { Postgres } from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { once } from "node:events"
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe } from "vitest"
import { it } from "../daybook.ts"
import { listenOnLoopback } from "../standIns/loopback.ts"
import { until } from "../until.ts"

const password = "planted-password-0123456789"

describe("a server that starts", () => {
  it.concurrent("names the settings that a service lacks next to the set ones", async ({ daybook }) => {
    const server = await daybook.start({
      ...daybook.stores.memory(),
      LISTENBRAINZ_USER: "someone",
      DISCOGS_TOKEN: "a-token",
      READWISE_URL: "https://readwise.example",
    })
    const warned = server.log
      .map((line) => JSON.stringify(line))
      .filter((line) => line.includes("is missing"))
    assert.lengthOf(warned, 2)
    assert.include(warned.join(), "LISTENBRAINZ_USER is set, and LISTENBRAINZ_TOKEN is missing")
    assert.include(warned.join(), "DISCOGS_TOKEN is set, and DISCOGS_USER is missing")
  })
})

describe("a server that cannot start", () => {
  it.concurrent.for([
    ["PORT", "http"],
    ["TIME_ZONE", "Mars/Olympus"],
    ["DATABASE_URL", `mysql://someone:${password}@127.0.0.1/daybook`],
    ["DATABASE_SCHEMA", "day-book"],
    ["TRUSTED_PROXIES", "10.0.0.1, proxy"],
    ["ALLOWED_ORIGINS", "https://example.org/page"],
    ["SYNC_SCHEDULE", "hourly"],
    ["RATE_LIMIT", "0"],
    ["OTLP_URL", `ftp://someone:${password}@127.0.0.1`],
    ["OTLP_URL", `http://127.0.0.1:4318/?key=${password}`],
    ["METRICS", "yes"],
    ["LASTFM_URL", `ftp://127.0.0.1/?api_key=${password}`],
    ["STRAVA_URL", "ftp://127.0.0.1"],
    ["SEALING_KEY", password],
  ] as const)("prints the reason in one line if %s is %s", async ([name, value], { daybook }) => {
    const server = daybook.launch({ ...daybook.stores.memory(), [name]: value })
    assert.strictEqual(await server.ended, 1)
    assert.match(server.stderr, new RegExp(`^${name} .*must be .+\n$`))
    assert.strictEqual(server.stdout, "")
    assert.notInclude(server.stderr, password)
  })

  it.concurrent("refuses a short key before it makes up a life for the demo", async ({ daybook }) => {
    for (const name of ["ADMIN_KEY", "NOTIFY_KEY"]) {
      const env = { ...daybook.stores.memory(), NOTIFY_WORKSPACE: "home", [name]: "short" }
      const { code, stderr, stdout } = await daybook.run(["demo"], env)
      assert.strictEqual(code, 1)
      assert.match(stderr, new RegExp(`${name} must have 32 characters or more`))
      assert.notInclude(stdout, "generated")
    }
  })

  it.concurrent.for([
    ["refuses", (port: string) => `postgres://someone:${password}@127.0.0.1:${port}/daybook`],
    ["has no such name", () => `postgres://someone:${password}@nowhere.invalid/daybook`],
  ] as const)("prints the reason in one line if the database %s", async ([, urlAt], { daybook }) => {
    const closed = createServer()
    const { port } = new URL(await listenOnLoopback(closed))
    closed.close()
    await once(closed, "close")
    const server = daybook.launch({ ...daybook.stores.memory(), DATABASE_URL: urlAt(port) })
    assert.strictEqual(await server.ended, 1)
    assert.match(server.stderr, /^The database \S+\/daybook cannot be used: .+\n$/)
    assert.notInclude(server.stdout + server.stderr, password)
  })

  it.concurrent("prints the reason in one line if the database wants another password or name", async ({
    daybook,
  }) => {
    const env = daybook.stores.postgres()
    const url = new URL(env["DATABASE_URL"] ?? "")
    url.pathname = "/no_such_database"
    url.password = password
    const server = daybook.launch({ ...env, DATABASE_URL: url.href })
    assert.strictEqual(await server.ended, 1)
    assert.match(server.stderr, /^The database \S+\/no_such_database cannot be used: .+\n$/)
    assert.notInclude(server.stdout + server.stderr, password)
  })

  it.concurrent("refuses tables that a newer version has migrated, unless they are allowed", async ({
    daybook,
  }) => {
    const env = daybook.stores.postgres()
    const url = Redacted.make(env["DATABASE_URL"] ?? "")
    const schema = env["DATABASE_SCHEMA"] ?? ""
    await (await daybook.start(env)).stop()
    await Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`insert into listening_migrations (migration_id, name) values (999, 'later')`,
    ).pipe(Effect.provide(Postgres.layer({ url, schema })), Effect.runPromise)
    const server = daybook.launch(env)
    assert.strictEqual(await server.ended, 1)
    assert.match(
      server.stderr,
      /^The tables of listening are newer .* 999_later\. .*ALLOW_NEWER_SCHEMA=on.*\n$/,
    )
    const allowed = await daybook.start({ ...env, ALLOW_NEWER_SCHEMA: "on" })
    assert.strictEqual((await allowed.reader.get("/v1/listening/top/albums")).status, 200)
  })

  it.concurrent("prints the database's error if it ends a start or a command", async ({ daybook }) => {
    const env = daybook.stores.postgres()
    const url = Redacted.make(env["DATABASE_URL"] ?? "")
    const schema = env["DATABASE_SCHEMA"] ?? ""
    await (await daybook.start(env)).stop()
    const rename = (from: string, to: string) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`alter table ${sql(from)} rename to ${sql(to)}`).pipe(
        Effect.provide(Postgres.layer({ url, schema })),
        Effect.runPromise,
      )
    const commands = [
      ["api_keys", ["keys", "list"]],
      ["listening_zone", ["serve"]],
    ] as const
    for (const [table, words] of commands) {
      await rename(table, "elsewhere")
      const { code, stderr } = await daybook.run(words, env)
      await rename("elsewhere", table)
      assert.strictEqual(code, 1, `${words.join(" ")}: ${stderr}`)
      assert.match(stderr, new RegExp(`The database reports: relation "${table}" does not exist\n$`))
      assert.notMatch(stderr, /Query failed/)
    }
  })

  it.concurrent("prints the reason in one line if the port is taken", async ({ daybook }) => {
    const first = await daybook.start(daybook.stores.memory())
    const second = daybook.launch({ ...daybook.stores.memory(), PORT: new URL(first.url).port })
    assert.strictEqual(await second.ended, 1)
    assert.match(
      second.stderr,
      /^cannot listen at 127\.0\.0\.1, port \d+: .*EADDRINUSE.*; set HOST or PORT\n$/,
    )
  })
  it.concurrent.for([
    ["is in a file", "/dev/null/daybook", /is a file\. Set DATA_DIR to a folder/],
    ["is a file", fileURLToPath(import.meta.url), /is a file\. Set DATA_DIR to a folder/],
    // Node itself makes folders there forever.
    ...(process.platform === "linux"
      ? [["is where none can be made", "/proc/daybook/data", /set DATA_DIR to another folder/i] as const]
      : []),
  ] as const)("reports at once that DATA_DIR %s", async ([, folder, why], { daybook }) => {
    // In their own processes: one that never returns can be killed.
    const inFolder = { DATA_DIR: folder, PORT: "0", NOTIFY_PORT: "0" }
    const [inFile, inMemory] = await Promise.all([
      daybook.runProcess(["serve"], inFolder),
      daybook.runProcess(["serve"], { ...inFolder, DATABASE_URL: "memory:" }),
    ])
    assert.strictEqual(inFile.code, 1)
    assert.match(inFile.stderr, /^The folder \S+ cannot be used: .+\n$/)
    assert.match(inFile.stderr, why)
    assert.strictEqual(inMemory.code, 1)
    assert.match(inMemory.stderr, /^the first keys cannot be written to DATA_DIR: .+\n$/)
  })

  it.concurrent("makes no folder for backups, which may be a disk that is not mounted", async ({
    daybook,
  }) => {
    const folder = join(daybook.folder(), "backups")
    const env = { ...daybook.stores.sqlite(), BACKUP_TO: folder }
    const refused = daybook.launch(env)
    assert.strictEqual(await refused.ended, 1)
    assert.match(
      refused.stderr,
      /^BACKUP_TO is "\S+"; the folder does not exist: create it, or mount its disk\n$/,
    )
    assert.isFalse(existsSync(folder))
    assert.strictEqual(refused.stdout, "")

    const nothing = daybook.launch({ ...daybook.stores.memory(), BACKUP_TO: folder })
    assert.strictEqual(await nothing.ended, 1)
    assert.match(nothing.stderr, /^BACKUP_TO is "\S+"; DATABASE_URL=memory: has nothing to back up\n$/)

    mkdirSync(folder, { recursive: true })
    const server = await daybook.start(env)
    await until("a backup is made", () => readdirSync(folder).some((name) => /^daybook-.*\.zip$/.test(name)))
    await server.stop()
  })

  it.concurrent("refuses a folder of an earlier version, on PGlite, with the commands that move its data", async ({
    daybook,
  }) => {
    const env = daybook.stores.sqlite()
    const folder = env["DATA_DIR"] ?? ""
    mkdirSync(join(folder, "pglite", "base"), { recursive: true })
    writeFileSync(join(folder, "pglite", "PG_VERSION"), "18\n")
    for (const words of [["serve"], ["keys", "list"]]) {
      const { code, stderr } = await daybook.run(words, { ...env, PORT: "0", NOTIFY_PORT: "0" })
      assert.strictEqual(code, 1)
      assert.match(
        stderr,
        /^The folder \S+ cannot be used: it holds the data of an earlier version .* Nothing was changed\.\n/,
      )
      for (const command of ["export", "restore"])
        assert.match(stderr, new RegExp(`\n  DATA_DIR=\\S+ npm run daybook -- ${command} \\S+\\.zip\n`))
    }
    assert.deepStrictEqual(readdirSync(folder), ["pglite"])
  })

  it.concurrent("refuses a folder in use, which opens again after a kill", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    const first = await daybook.startProcess(env)
    const made = await first.admin.makeKey({ name: "site", scope: "read" })

    const second = daybook.launch(env)
    assert.strictEqual(await second.ended, 1)
    assert.match(
      second.stderr,
      /^The folder \S+ is in use by another Daybook process\. Stop that process, or set DATA_DIR to .+\n$/,
    )
    assert.strictEqual((await first.client(made.key).get("/v1/listening/top/albums")).status, 200)

    await first.kill()
    const third = await daybook.start(env)
    assert.strictEqual((await third.client(made.key).get("/v1/listening/top/albums")).status, 200)
  })
})
