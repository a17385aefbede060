import { existsSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, expect } from "vitest"
import { hasTerminals, it, onTerminal, planted } from "./daybook.ts"
import { until } from "./until.ts"

const keysIn = (text: string) => ({
  admin: /ADMIN_KEY=(dbk_admin_[0-9a-f]{64})/.exec(text)?.[1] ?? "",
  read: /READ_KEY=(dbk_live_[0-9a-f]{64})/.exec(text)?.[1] ?? "",
})

const records = "/v1/admin/keys"
const albums = "/v1/listening/top/albums"

describe("the first start", () => {
  it.concurrent("leaves both keys in a file for its owner, and a second makes none", async ({ daybook }) => {
    const env = { DATA_DIR: daybook.folder() }
    const file = join(env.DATA_DIR, "first-keys")
    const first = await daybook.launch(env).listening()
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    assert.strictEqual(statSync(join(file, "..")).mode & 0o777, 0o700)
    const keys = keysIn(readFileSync(file, "utf8"))
    assert.strictEqual((await first.client(keys.admin).get(records)).status, 200)
    assert.strictEqual((await first.client(keys.read).get(albums)).status, 200)
    assert.strictEqual((await first.client(keys.read).get(records)).status, 403)
    assert.include(first.stdout, "first-keys")
    assert.notMatch(first.stdout + first.stderr, /dbk_(admin|live)_/)

    await first.stop()
    rmSync(file)
    const second = await daybook.launch(env).listening()
    assert.isFalse(existsSync(file))
    assert.notInclude(second.stdout, "first-keys")
    assert.strictEqual((await second.client(keys.read).get(albums)).status, 200)
    expect((await second.client(keys.admin).get(records)).body).toMatchObject({ pagination: { total: 2 } })
  })

  it.concurrent("accepts the keys of settings, and the next replaces them", async ({ daybook }) => {
    const env = daybook.stores.postgres()
    const first = await daybook.start(env)
    assert.isFalse(existsSync(join(env["DATA_DIR"] ?? "", "first-keys")))
    assert.strictEqual((await first.admin.get(records)).status, 200)
    assert.strictEqual((await first.reader.get(albums)).status, 200)
    await first.stop()

    const newer = { ADMIN_KEY: `${planted.adminKey}-newer`, READ_KEY: `${planted.readKey}-newer` }
    const second = await daybook.start({ ...env, ...newer })
    assert.strictEqual((await second.admin.get(records)).status, 401)
    assert.strictEqual((await second.reader.get(albums)).status, 401)
    assert.strictEqual((await second.client(newer.ADMIN_KEY).get(records)).status, 200)
    assert.strictEqual((await second.client(newer.READ_KEY).get(albums)).status, 200)
  })

  it.concurrent("makes only the key that no setting hands in", async ({ daybook }) => {
    const env = daybook.stores.memory()
    const server = await daybook.launch({ ...env, ADMIN_KEY: planted.adminKey }).listening()
    const keys = keysIn(readFileSync(join(env["DATA_DIR"] ?? "", "first-keys"), "utf8"))
    assert.strictEqual(keys.admin, "")
    assert.strictEqual((await server.client(keys.read).get(albums)).status, 200)
    assert.strictEqual((await server.admin.get(records)).status, 200)
  })

  it.concurrent.for([
    [{ ADMIN_KEY: "short" }, "ADMIN_KEY must have 32 characters or more"],
    [{ READ_KEY: "r".repeat(31) }, "READ_KEY must have 32 characters or more"],
    [
      { ADMIN_KEY: "k".repeat(32), READ_KEY: "k".repeat(32) },
      "ADMIN_KEY and READ_KEY must not be the same key",
    ],
  ] as const)("refuses %j", async ([keys, message], { daybook }) => {
    const server = daybook.launch({ ...daybook.stores.memory(), ...keys })
    assert.strictEqual(await server.ended, 1)
    assert.strictEqual(server.stderr, `${message}\n`)
    assert.strictEqual(server.url, "")
  })

  it.concurrent("makes no keys that it cannot hand over", async ({ daybook }) => {
    const env = daybook.stores.postgres()
    const refused = daybook.launch({ ...env, DATA_DIR: "/dev/null/daybook" })
    assert.strictEqual(await refused.ended, 1)
    assert.match(refused.stderr, /^the first keys cannot be written to DATA_DIR: .+\n$/)

    await daybook.launch(env).listening()
    assert.isTrue(existsSync(join(env["DATA_DIR"] ?? "", "first-keys")))
  })

  it.concurrent("shows the keys and three lines to try on a terminal", async ({ daybook, skip }) => {
    skip(!hasTerminals, "without util-linux's script there is no terminal to be had")
    const env = daybook.stores.memory()
    const server = await daybook.launchProcess(env, onTerminal).listening()
    await until("the lines are shown", () => server.stdout.includes("/v1/admin/sync/listening"))
    const keys = keysIn(server.stdout)
    assert.strictEqual((await server.client(keys.admin).get(records)).status, 200)
    assert.strictEqual((await server.client(keys.read).get(albums)).status, 200)
    assert.isFalse(existsSync(join(env["DATA_DIR"] ?? "", "first-keys")))
    assert.deepStrictEqual(
      server.stdout.split(/\r?\n/).filter((line) => line.startsWith("  curl ")),
      [
        `  curl ${server.url}/v1/health`,
        `  curl -H "Authorization: Bearer ${keys.read}" "${server.url}${albums}?period=overall&limit=3"`,
        `  curl -X POST -H "Authorization: Bearer ${keys.admin}" ${server.url}/v1/admin/sync/listening`,
      ],
    )
  })
})
