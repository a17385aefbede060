import { sampleImage } from "@daybook/images/contract"
import type { Everything } from "@daybook/storage-sql"
import { freshSchema } from "@daybook/storage-postgres/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { assert, describe, expect } from "vitest"
import { ZipFile } from "yazl"
import * as CommandPorts from "../../src/commands/commandPorts.ts"
import { everyDomain } from "../../src/domains/index.ts"
import { hashInName } from "../../src/backup/manifest.ts"
import { openExport } from "../../src/backup/readZip.ts"
import { restoreFrom } from "../../src/backup/restore.ts"
import * as Rows from "../../src/backup/rows.ts"
import { environment } from "../../src/settings/read.ts"
import { readServerSettings } from "../../src/settings.ts"
import { type Daybook, type Environment, it } from "../daybook.ts"
import { life } from "./smallLife.ts"

const fill = (env: Environment) =>
  Effect.runPromise(
    // A list of domains does not say which ports they have.
    Effect.provide(life as Effect.Effect<void>, CommandPorts.layer(everyDomain)).pipe(
      Effect.provide(Layer.merge(NodeServices.layer, environment({ ...env, EMBEDDINGS_MODEL: "words" }))),
    ),
  )

/** Works on the rows of a store that no server has open. */
const onRows = <A, E>(env: Environment, work: Effect.Effect<A, E, Everything.StoredRows>) =>
  Effect.runPromise(
    Effect.flatMap(readServerSettings, (settings) => Effect.provide(work, Rows.layer(settings))).pipe(
      Effect.provide(environment(env)),
    ),
  )

/** A zip of one file. */
const zipOf = (name: string, text: string) => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** The responses that are compared between two servers: lists with ids, totals and a search. */
const paths = [
  "/v1/listening/recent?limit=50",
  "/v1/listening/top/albums?period=overall&include_sparklines=true",
  "/v1/listening/artists?limit=50",
  "/v1/listening/admin/filters",
  "/v1/reading/articles",
  "/v1/reading/search?q=salt",
  "/v1/watching/recent?limit=50",
  "/v1/watching/shows",
  "/v1/running/activities",
  "/v1/attending/events",
  "/v1/attending/stats",
  "/v1/collecting/records",
  "/v1/places/recent",
  "/v1/places/venues",
  "/v1/admin/edits",
  "/v1/search?q=a",
  "/v1/streaks",
]

const Items = Schema.Struct({ data: Schema.Array(Schema.Struct({ id: Schema.Int })) })

/** The ids of a list, in order. */
const byId = (body: unknown) => {
  const { data } = Schema.decodeUnknownSync(Items)(body)
  return { data: data.map(({ id }) => id).toSorted((one, other) => one - other) }
}

const answersOf = (server: Daybook) =>
  Promise.all(
    paths.map(async (path) => {
      const { body, status } = await server.admin.get(path)
      assert.strictEqual(status, 200, path)
      // Databases rank the matches of words by their own rules.
      return [path, path.startsWith("/v1/reading/search") ? byId(body) : body] as const
    }),
  )

describe("everything stored", () => {
  it("goes out of a running server and into PostgreSQL and SQLite, the same to the last byte", async ({
    daybook,
  }) => {
    const env = daybook.stores.sqlite()
    const folder = daybook.folder()
    mkdirSync(folder, { recursive: true })
    await fill(env)
    const server = await daybook.start(env)
    const filter = { kind: "artist", match: "exact", value: "Nobody" }
    assert.strictEqual((await server.admin.ask("POST", "/v1/listening/admin/filters", filter)).status, 201)
    const renamed = await server.admin.ask("PATCH", "/v1/admin/listening/artist/1", { name: "Renamed" })
    assert.strictEqual(renamed.status, 200)
    const before = await answersOf(server)
    const inFile = await daybook.run(["backup", import.meta.filename], env)
    assert.strictEqual(inFile.code, 1)
    assert.match(
      inFile.stderr,
      /everything\.test\.ts cannot be a folder of backups: .+; choose another one\n$/,
    )
    const there = await daybook.run(["backup", folder], env)
    assert.strictEqual(there.code, 0, there.stderr)
    const [name = ""] = readdirSync(folder)
    assert.match(name, /^daybook-\d{4}-\d\d-\d\d-\d{6}Z\.zip$/)
    await server.stop()

    const postgres = daybook.stores.postgres()
    const sqlite = daybook.stores.sqlite()
    let file = join(folder, name)
    const bytes = readFileSync(file)
    for (const [kind, into] of [
      ["postgres", postgres],
      ["sqlite", sqlite],
    ] as const) {
      const back = await daybook.run(["restore", file], into)
      assert.strictEqual(back.code, 0, back.stderr)
      assert.include(back.stdout, "4 images restored")
      // Each store takes the export of the one before.
      file = join(folder, `${kind}.zip`)
      const out = await daybook.run(["export", file], into)
      assert.strictEqual(out.code, 0, out.stderr)
      assert.isTrue(readFileSync(file).equals(bytes), kind)
    }
    const again = await daybook.run(["export", file], postgres)
    assert.strictEqual(again.code, 1)
    assert.include(again.stderr, "already exists")
    const nowhere = await daybook.run(["export", join(folder, "nowhere", "all.zip")], postgres)
    assert.strictEqual(nowhere.code, 1)
    assert.include(nowhere.stderr, `There is no folder ${join(folder, "nowhere")}: make it first`)
    const twice = await daybook.run(["restore", file], postgres)
    assert.strictEqual(twice.code, 1)
    assert.include(twice.stderr, "has data already")
    const onSqlite = await daybook.start(sqlite)
    assert.deepStrictEqual(await answersOf(onSqlite), before)
    const restored = await daybook.start(postgres)
    assert.deepStrictEqual(await answersOf(restored), before)
    // No id is assigned twice.
    const next = await restored.admin.ask("POST", "/v1/listening/admin/filters", { ...filter, value: "New" })
    assert.propertyVal(next.body, "id", 2)
  })

  it("is restored whole or not at all", async ({ daybook }) => {
    // Its tables are older than those of a store that was started.
    const env = { ...daybook.stores.postgres(), DATABASE_SCHEMA: freshSchema() }
    const old = fileURLToPath(new URL("version1.zip", import.meta.url))
    const whole = readFileSync(old)
    const changed = join(daybook.folder(), "changed.zip")
    mkdirSync(join(changed, ".."), { recursive: true })

    /** The rows of an export, if it is whole; undefined if it is refused. */
    const contentOf = Effect.scoped(
      Effect.gen(function* () {
        const { find, manifest, read } = yield* openExport(changed)
        const texts = yield* Effect.forEach(manifest.tables, ({ file }) => Stream.runCollect(read(file)))
        const files = yield* Effect.forEach(manifest.files, (name) => find(hashInName(name)))
        return { manifest, content: Buffer.concat([...texts.flat(), ...files]).toString("hex") }
      }),
    )
    const read = (bytes: Uint8Array) => {
      writeFileSync(changed, bytes)
      return Effect.runPromise(Effect.result(contentOf))
    }
    const known = await read(whole)
    if (known._tag === "Failure") return assert.fail(known.failure.message)
    // Steps that share no factor with the length of a field.
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 97)) {
      const flipped = Buffer.from(whole)
      flipped.writeUInt8(flipped.readUInt8(at) ^ 0x10, at)
      const found = await read(flipped)
      // A bit that says nothing, such as one of a time, may differ.
      if (found._tag === "Success") assert.deepStrictEqual(found.success, known.success)
    }
    for (const bytes of [
      whole.subarray(0, -1),
      whole.subarray(0, 1_000),
      Buffer.alloc(0),
      Buffer.from("Dear you"),
    ]) {
      assert.strictEqual((await read(bytes))._tag, "Failure")
    }
    writeFileSync(changed, await zipOf("letter.txt", "Dear you"))
    const foreign = await daybook.run(["restore", changed], env)
    assert.strictEqual(foreign.code, 1)
    assert.include(foreign.stderr, "not an export of Daybook")
    const later = '{"format": "daybook export", "version": 3}'
    writeFileSync(changed, await zipOf("manifest.json", later))
    assert.include((await daybook.run(["restore", changed], env)).stderr, "version 3 of the format")
    const sqlite = daybook.stores.sqlite()
    assert.include((await daybook.run(["restore", changed], sqlite)).stderr, "version 3 of the format")
    assert.isFalse(
      existsSync(sqlite["DATA_DIR"] ?? ""),
      "nothing is written before a file is known to be whole",
    )
    const older = await daybook.run(["restore", old], sqlite)
    assert.strictEqual(older.code, 1)
    assert.include(older.stderr, "restore it into PostgreSQL, start Daybook on it once, export")

    // It ends within its last table, as if its process died: the transaction is rolled back.
    const dies = Effect.gen(function* () {
      const opened = yield* openExport(old)
      const last = opened.manifest.tables.at(-1)?.file
      const broken = (file: string) => (file === last ? Stream.die("the disk is gone") : opened.read(file))
      return yield* Effect.exit(restoreFrom({ ...opened, read: broken }))
    })
    assert.strictEqual((await onRows(env, Effect.scoped(dies)))._tag, "Failure")
    const back = await daybook.run(["restore", old], env)
    assert.strictEqual(back.code, 0, back.stderr)

    // The export of the first version of the format, as it was made once, is read by every later one.
    const server = await daybook.start(env)
    expect((await server.admin.get("/v1/listening/recent?limit=1")).body).toMatchObject({
      data: [{ artist: { name: 'Line\nbreak "quoted" \\ 🎸' } }],
      pagination: { total: 301 },
    })
    const image = await fetch(`${server.url}/v1/images/${"a".repeat(64)}/small`)
    const [sample] = sampleImage("a", ["small"]).variants
    assert.isTrue(Buffer.from(await image.arrayBuffer()).equals(Buffer.from(sample?.bytes ?? [])))
  })

  it("comes over from the last version on PGlite, to SQLite and to PostgreSQL", async ({ daybook }) => {
    const last = fileURLToPath(new URL("pgliteLast.zip", import.meta.url))
    const answers = []
    // A store that was never started: tables of an earlier form arrive with the rows.
    const onPostgres = { ...daybook.stores.postgres(), DATABASE_SCHEMA: freshSchema() }
    for (const env of [daybook.stores.sqlite(), onPostgres]) {
      const back = await daybook.run(["restore", last], env)
      assert.strictEqual(back.code, 0, back.stderr)
      const server = await daybook.start(env)
      answers.push(new Map(await answersOf(server)))
      await server.stop()
    }
    const [sqlite = new Map<string, unknown>(), postgres] = answers
    assert.deepStrictEqual(sqlite, postgres)
    // Nothing is compared with nothing.
    for (const [path, body] of sqlite)
      if (!path.startsWith("/v1/attending/stats") && path !== "/v1/streaks")
        assert.isNotEmpty(Reflect.get(Object(body), "data"), path)
  })

  it("is not called damaged if there is no file", async () => {
    const { message } = await Effect.runPromise(Effect.flip(Effect.scoped(openExport("/no/such.zip"))))
    assert.include(message, "It cannot be read (ENOENT")
  })

  it("is refused by a server that keeps it in memory", async ({ daybook }) => {
    const env = daybook.stores.memory()
    for (const words of [
      ["export", "x.zip"],
      ["restore", "x.zip"],
    ]) {
      const refused = await daybook.run(words, env)
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, "has no persistent data")
    }
  })
})
