import * as Schema from "effect/Schema"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, expect } from "vitest"
import { it } from "../daybook.ts"

const listen = (second: number) =>
  JSON.stringify({
    listened_at: second,
    track_metadata: { track_name: `T${second}`, artist_name: "Artist", release_name: "Album" },
  })

const readOpen = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ address: Schema.String, key: Schema.String })),
)

describe("an import into a folder that a server has open", () => {
  it("is done by that server, and reported as any other", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    const folder = env["DATA_DIR"] ?? ""
    const told = join(folder, "server.json")
    const server = await daybook.start({ ...env, HOST: "0.0.0.0" })
    const { address, key } = readOpen(readFileSync(told, "utf8"))
    assert.strictEqual(new URL(address).hostname, "127.0.0.1")
    assert.strictEqual(statSync(told).mode & 0o777, 0o600)

    const plays = join(folder, "my plays é.jsonl")
    const letter = join(folder, "letter.txt")
    const empty = join(folder, "empty")
    writeFileSync(plays, [1, 2, 3].map(listen).join("\n"))
    writeFileSync(letter, "Dear you\n")
    writeFileSync(empty, "")
    const first = await daybook.run(["import", plays], env)
    assert.strictEqual(first.code, 0, first.stderr)
    assert.include(first.stdout, `${plays}: listening, ListenBrainz: 3 stored`)
    const missing = join(folder, "missing")
    const again = await daybook.run(["import", plays, letter, empty, missing, folder], env)
    assert.strictEqual(again.code, 1)
    assert.include(again.stdout, "3 known already; imported before")
    assert.include(again.stderr, `${letter}: not understood: it begins with: Dear you`)
    assert.include(again.stderr, `${empty}: it is empty`)
    assert.include(again.stderr, `${missing}: there is no such file`)
    assert.include(again.stderr, `${folder}: it is a folder: name the files in it`)
    const elsewhere = await daybook.run(["import", "reading", plays], env)
    assert.strictEqual(elsewhere.code, 1)
    assert.include(elsewhere.stderr, `${plays}: not understood: JSON of no known form`)
    const table = join(folder, "table.csv")
    writeFileSync(table, "Pier,North,Ann,1100000000\nDunes,South,Bo,1100000300\n")
    assert.include((await daybook.run(["import", table], env)).stderr, "not understood")
    const named = await daybook.run(["import", "listening", "--format", "Last.fm", table], env)
    assert.strictEqual(named.code, 0, named.stderr)
    assert.include(named.stdout, `${table}: listening, Last.fm: 2 stored`)

    expect((await server.admin.get("/v1/admin/imports?limit=1&page=6")).body).toMatchObject({
      data: [
        { name: "my plays é.jsonl", status: "completed", parts: [{ name: "my plays é.jsonl", stored: 3 }] },
      ],
    })
    for (const { stderr, stdout } of [server, first, again]) assert.notInclude(stdout + stderr, key)
    await server.stop()
    assert.isFalse(existsSync(told))
    // The key ended with its server.
    const next = await daybook.start(env)
    assert.strictEqual((await next.client(key).get("/v1/admin/imports")).status, 401)
    assert.strictEqual(
      (await next.client(readOpen(readFileSync(told, "utf8")).key).get("/v1/admin/imports")).status,
      200,
    )
    writeFileSync(told, '{"address": "http://127.0.0.1:1", "key": "old"}')
    const stale = await daybook.run(["import", plays], env)
    assert.strictEqual(stale.code, 1)
    assert.include(stale.stderr, "ECONNREFUSED")
  })
})
