import { assert, describe } from "vitest"
import { Setting } from "@daybook/kernel"
import { everyDomain } from "../src/domains/index.ts"
import { settingGroups } from "../src/settings.ts"
import { type Daybook, it } from "./daybook.ts"

const albums = "/v1/listening/top/albums"
const madeKey = /^dbk_(live|admin)_[0-9a-f]{64}\n$/

const statusWith = async (server: Daybook, key: string) =>
  (await server.client(key.trim()).get(albums)).status

describe("the command line", () => {
  it.concurrent("creates, lists and revokes keys", async ({ daybook }) => {
    const env = daybook.stores.postgres()
    const made = await daybook.run(["keys", "create", "--name", "my site", "--expires-at", "2099-01-01"], env)
    assert.match(made.stdout, madeKey)
    assert.strictEqual(made.code, 0)
    const admin = await daybook.run(
      ["keys", "create", "--name", "me", "--scope", "admin", "--rate-limit", "7"],
      env,
    )
    assert.match(admin.stdout, /^dbk_admin_/)
    const player = await daybook.run(["keys", "create", "--name", "player", "--scope", "submit"], env)
    assert.match(player.stdout, /^dbk_submit_/)

    const listed = await daybook.run(["keys", "list"], env)
    assert.deepStrictEqual(listed.stdout.split("\n"), [
      `   1  read    …${made.stdout.trim().slice(-4)}  expires 2099-01-01T00:00:00.000Z  never used  my site`,
      `   2  admin   …${admin.stdout.trim().slice(-4)}  never expires  never used  me`,
      `   3  submit  …${player.stdout.trim().slice(-4)}  never expires  never used  player`,
      "",
    ])
    assert.notInclude(listed.stdout, made.stdout.trim())

    assert.strictEqual((await daybook.run(["keys", "revoke", "1"], env)).code, 0)
    const server = await daybook.start(env)
    assert.strictEqual(await statusWith(server, made.stdout), 401)
    const answer = await server.client(admin.stdout.trim()).get(albums)
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "7")
  })

  it.concurrent("works on PostgreSQL next to a running server, which knows the keys at once", async ({
    daybook,
  }) => {
    const env = daybook.stores.postgres()
    const server = await daybook.start(env)
    const { stdout } = await daybook.run(["keys", "create", "--name", "my site"], env)
    assert.strictEqual(await statusWith(server, stdout), 200)
    const listed = await daybook.run(["keys", "list"], env)
    const id = /^ *(\d+) .* my site$/m.exec(listed.stdout)?.[1] ?? ""
    assert.strictEqual((await daybook.run(["keys", "revoke", id], env)).code, 0)
    assert.strictEqual(await statusWith(server, stdout), 401)
  })

  it.concurrent("ends a key with a day in the time zone that the owner stores", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    const server = await daybook.start(env)
    await server.admin.ask("PATCH", "/v1/admin/settings", { TIME_ZONE: "Asia/Tokyo" })
    await server.stop()
    await daybook.run(["keys", "create", "--name", "my site", "--expires-at", "2099-01-01"], env)
    const { stdout } = await daybook.run(["keys", "list"], env)
    assert.match(stdout, /expires 2098-12-31T15:00:00.000Z .* my site$/m)
  })

  it.concurrent("makes a key in a folder that no server has open", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    const { stdout } = await daybook.run(["keys", "create", "--name", "my site"], env)
    const server = await daybook.start(env)
    assert.strictEqual(await statusWith(server, stdout), 200)
  })

  it.concurrent("is refused on a folder that a server has open", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    await daybook.start(env)
    const { code, stderr, stdout } = await daybook.runProcess(["keys", "list"], env)
    assert.strictEqual(code, 1)
    assert.match(stderr, /^The folder \S+ is in use by another Daybook process\. .+\n$/)
    assert.strictEqual(stdout, "")
  })

  it.concurrent.for([
    [["keys", "create"], "--name"],
    [["keys", "create", "--name", ""], "--name"],
    [["keys", "create", "--name", "me", "--rate-limit", "0"], "from 1"],
    [["keys", "create", "--name", "me", "--expires-at", "soon"], "YYYY-MM-DD"],
    [["keys", "create", "--name", "me", "--expires-at", "2020-01-01"], "in the future"],
    [["keys", "revoke", "first"], "id"],
    [["keys", "revoke", "7"], "There is no key 7"],
    [["keys", "remove"], "revoke"],
    [["srve"], "serve"],
  ] as const)("prints what to do after %j", async ([args, wanted], { daybook }) => {
    const { code, stderr, stdout } = await daybook.run(args, daybook.stores.memory())
    assert.strictEqual(code, 1)
    assert.include(stderr + stdout, wanted)
    assert.notMatch(stderr + stdout, /\n\s+at .*\.[jt]s:\d+/)
    assert.notMatch(stdout, madeKey)
  })

  it.concurrent("lists every setting in the help of serve", async ({ daybook }) => {
    const { code, stdout } = await daybook.run(["serve", "--help"], {})
    assert.strictEqual(code, 0)
    for (const { table } of settingGroups(everyDomain))
      for (const setting of Object.values<Setting.Setting>(table))
        assert.include(stdout, `${setting.name} (${Setting.shownDefault(setting)}): ${setting.meaning}`)
  })
})
