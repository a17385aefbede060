import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { zipSync } from "fflate"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

const mebibyte = 1024 * 1024

/** Gzip of this many mebibytes of a byte: members of gzip that follow each other are one file (RFC 1952, 2.2). */
const gzipOf = (byte: string, mebibytes: number, ...around: readonly [string, string] | readonly []) => {
  const [before = "", after = ""] = around
  const member = gzipSync(Buffer.alloc(mebibyte, byte))
  return Buffer.concat([
    gzipSync(before),
    ...Array.from({ length: mebibytes }, () => member),
    gzipSync(after),
  ])
}

/** Does it in its own process, and gives what it said and how much memory it took. */
const inChild = (kind: "ask" | "import", place: string) =>
  Effect.promise(async () => {
    const child = fileURLToPath(new URL("./unpacking.child.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [child, kind, place])
    const { mebibytes, said }: { readonly mebibytes: number; readonly said: unknown } = JSON.parse(stdout)
    return { mebibytes, said: String(said) }
  })

const asking = (body: Uint8Array, encoding: string) =>
  Effect.gen(function* () {
    const server = createServer((_, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(body),
    )
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
      () =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        }),
    )
    const address = server.address()
    assert(typeof address === "object" && address !== null)
    return yield* inChild("ask", `http://127.0.0.1:${address.port}/`)
  })

const importing = (file: Uint8Array) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "daybook-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true })),
    )
    yield* Effect.promise(() => writeFile(join(folder, "export"), file))
    return yield* inChild("import", join(folder, "export"))
  })

// A process that has loaded the formats takes about 150 MiB. Reading an uncompressed file takes up to 60 more, and twice that
// where the machine is too busy to collect garbage. All that a test unpacks, held at once, is more.
const maxMemory = 380

describe("a response that unpacks into more than it may", { timeout: 180_000 }, () => {
  it.live("is abandoned: a megabyte of gzip that expands to a gibibyte", () =>
    Effect.gen(function* () {
      const bomb = gzipOf(" ", 1024)
      assert.isBelow(bomb.length, 1.2 * mebibyte)
      const { mebibytes, said } = yield* asking(bomb, "gzip")
      assert.match(said, /more than 16 MiB/)
      assert.isBelow(mebibytes, maxMemory)
    }),
  )

  it.live("is abandoned in Brotli, and compressed twice", () =>
    Effect.gen(function* () {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 1 }
      const brotli = brotliCompressSync(Buffer.alloc(512 * mebibyte, " "), { params })
      for (const [bomb, encoding] of [
        [brotli, "br"],
        [gzipSync(gzipOf(" ", 1024)), "gzip, gzip"],
      ] as const) {
        const { mebibytes, said } = yield* asking(bomb, encoding)
        assert.match(said, /more than 16 MiB/)
        assert.isBelow(mebibytes, maxMemory)
      }
    }),
  )

  it.live("is not parsed if its JSON would take a hundred times its size", () =>
    Effect.gen(function* () {
      const length = 16 * mebibyte - 10
      for (const [json, why] of [
        ["[".repeat(length / 2) + "]".repeat(length / 2), /nested more than 100 levels/],
        [`[${"{},".repeat(length / 3)}{}]`, /more than 1000000 values/],
        [`{${'"":{},'.repeat(length / 6)}"":0}`, /more than 1000000 values/],
      ] as const) {
        const { mebibytes, said } = yield* asking(gzipSync(json), "gzip")
        assert.match(said, why)
        assert.isBelow(mebibytes, maxMemory)
      }
    }),
  )
})

describe("an export that unpacks into more than it may", { timeout: 180_000 }, () => {
  const csv = ["uts,artist,album,track\n1700000001,A,B,C\n", "\n1700000002,A,B,D\n"] as const

  it.live("is read in the memory of a piece of it", () =>
    Effect.gen(function* () {
      const { mebibytes, said } = yield* importing(gzipOf("x", 320, ...csv))
      assert.strictEqual(said, "a line that is too long")
      assert.isBelow(mebibytes, maxMemory)
    }),
  )

  it.live("and so is one in a zip, where a zip within a zip is skipped", () =>
    Effect.gen(function* () {
      const bomb = zipSync({ "x.csv": new Uint8Array(16 * mebibyte).fill(0x78) })
      const plays = Buffer.concat([
        Buffer.from(csv[0]),
        Buffer.alloc(256 * mebibyte, "x"),
        Buffer.from(csv[1]),
      ])
      const zip = zipSync({ "inner.zip": bomb, "plays.csv": plays }, { level: 1 })
      const { mebibytes, said } = yield* importing(zip)
      assert.strictEqual(said, "a line that is too long")
      assert.isBelow(mebibytes, maxMemory)
    }),
  )
})
