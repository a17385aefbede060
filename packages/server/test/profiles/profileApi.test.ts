import { existsSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, expect } from "vitest"
import { it, planted } from "../daybook.ts"
import { until } from "../until.ts"

const workspace = "acme"
const key = planted.notifyKey
const handedIn = { NOTIFY_WORKSPACE: workspace, NOTIFY_KEY: key }

describe("the profile API of a server", () => {
  it.concurrent("makes a workspace and its key at the first start, in a file for its owner", async ({
    daybook,
  }) => {
    const env = daybook.stores.sqlite()
    const file = join(env["DATA_DIR"] ?? "", "first-workspace")
    const first = await daybook.start(env)
    await first.notify()
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    const [, id = "", made = ""] =
      /^NOTIFY_WORKSPACE=(ws_\w+)\nNOTIFY_KEY=(dbk_notify_[0-9a-f]{64})\n$/.exec(
        readFileSync(file, "utf8"),
      ) ?? []
    const client = await first.notify(made)
    assert.strictEqual((await client.get(`/v1/${id}/live/profiles/ann`)).status, 404)
    assert.notInclude(first.stdout + first.stderr, made)
    await first.stop()
    rmSync(file)
    const second = await daybook.start(env)
    assert.strictEqual((await (await second.notify(made)).get(`/v1/${id}/test/profiles/ann`)).status, 404)
    assert.isFalse(existsSync(file))
  })

  it.concurrent("has workspaces and keys from the command line, and knows a revoked one within a second", async ({
    daybook,
  }) => {
    const env = daybook.stores.postgres()
    const made = await daybook.run(["workspaces", "create", "--name", "my shop"], env)
    assert.match(made.stdout, /^ws_[0-9a-f]{16}\n$/)
    const id = made.stdout.trim()
    const listed = await daybook.run(["workspaces", "list"], env)
    assert.match(listed.stdout, new RegExp(`^${id}  made \\S+Z  my shop\\n$`))
    const create = await daybook.run(["keys", "create", "--workspace", id, "--name", "shop"], env)
    assert.match(create.stdout, /^dbk_notify_[0-9a-f]{64}\n$/)
    const refused = await daybook.run(["keys", "create", "--workspace", "ws_none", "--name", "shop"], env)
    assert.deepStrictEqual([refused.code, refused.stderr], [1, "There is no workspace ws_none\n"])

    const limit = (...words: ReadonlyArray<string>) => daybook.run(["workspaces", "limit", ...words], env)
    const everywhere = await limit("--profiles", "500", "--per-second", "7")
    assert.strictEqual(everywhere.stdout, "every workspace: 7 requests a second, 7 at once, 500 profiles\n")
    const own = await limit(
      id,
      "--per-second",
      "1000",
      "--burst",
      "1500",
      "--monthly-requests",
      "9",
      "--bytes",
      "5000000000000",
    )
    const inForce =
      "1000 requests a second, 1500 at once, 500 profiles, 5000000000000 bytes, 9 requests a month"
    assert.strictEqual(own.stdout, `${id}: ${inForce}\n`)
    assert.strictEqual(
      (await limit(id, "--burst", "none")).stdout,
      `${id}: ${inForce.replace("1500", "1000")}\n`,
    )
    assert.strictEqual((await limit("ws_none", "--profiles", "1")).stderr, "There is no workspace ws_none\n")
    assert.include((await limit(id, "--per-second", "fast")).stderr, "none or a whole number from 1")
    assert.include(
      (await limit("--per-second", "none", "--burst", "5")).stderr,
      "--burst belongs to --per-second",
    )

    const server = await daybook.start(env)
    const client = await server.notify(create.stdout.trim())
    const { body, headers } = await client.get(`/v1/${id}/live/usage`)
    assert.strictEqual(headers.get("x-ratelimit-limit"), "1000")
    expect(body).toMatchObject({ limits: { per_second: 1000, profiles: { limit: 500, left: 500 } } })
    const path = `/v1/${id}/live/profiles/ann`
    assert.strictEqual((await client.get(path)).status, 404)
    const elsewhere = await daybook.run(["keys", "list", "--workspace", "ws_nope"], env)
    assert.deepStrictEqual([elsewhere.code, elsewhere.stdout], [1, ""])
    assert.include(elsewhere.stderr, "There is no workspace ws_nope")
    const keys = await daybook.run(["keys", "list", "--workspace", id], env)
    const number = /^ *(\d+) .* shop$/m.exec(keys.stdout)?.[1] ?? ""
    assert.strictEqual((await daybook.run(["keys", "revoke", "--workspace", id, number], env)).code, 0)
    await until("the key is refused", async () => (await client.get(path)).status === 401)
  })

  it.concurrent.for([
    [{ NOTIFY_KEY: key }, "NOTIFY_KEY is a key of NOTIFY_WORKSPACE: set both"],
    [{ ...handedIn, NOTIFY_KEY: "short" }, "NOTIFY_KEY must have 32 characters or more"],
    [{ NOTIFY_PORT: "x" }, 'NOTIFY_PORT is "x"; it must be a port'],
    [
      { REQUEST_RETENTION_DAYS: "0" },
      'REQUEST_RETENTION_DAYS is "0"; it must be a whole number of days from 1',
    ],
  ] as const)("refuses %j", async ([settings, message], { daybook }) => {
    const server = daybook.launch({ ...daybook.stores.memory(), ...settings })
    assert.strictEqual(await server.ended, 1)
    assert.strictEqual(server.stderr, `${message}\n`)
  })

  it.concurrent("responds in its own form to bytes that are not HTTP", async ({ daybook }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), ...handedIn })
    const client = await server.notify(key)
    expect(await client.get("/v1/nothing")).toMatchObject({ status: 404, body: { status: "error" } })
    expect(await client.ask("PUT", "/v1/health")).toMatchObject({ status: 405, body: { status: "error" } })
  })
})
