import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import type { Server } from "node:http"
import { join } from "node:path"
import { npmPackage } from "../../packages/storage-postgres/testing/npmPackage.ts"

const adminKey = "an-admin-key-of-the-mounting-tests"
process.env["ADMIN_KEY"] = adminKey

type Ask = (path: string, init?: RequestInit) => Promise<Response>

const authorized = { authorization: `Bearer ${adminKey}` }

/** A mounted API answers as the server of Daybook does, below `/daybook`. */
const answersAsDaybook = (ask: Ask) => {
  it("answers, and knows keys", async () => {
    assert.strictEqual((await ask("/v1/health")).status, 200)
    assert.strictEqual((await ask("/v1/listening/top/albums?date=2026-01-01")).status, 401)
    const top = await ask("/v1/listening/top/albums?date=2026-01-01", { headers: authorized })
    assert.strictEqual(top.status, 200)
    assert.containsSubset(await top.json(), { data: [] })
    const etag = top.headers.get("etag") ?? ""
    const again = { ...authorized, "if-none-match": etag }
    assert.strictEqual(
      (await ask("/v1/listening/top/albums?date=2026-01-01", { headers: again })).status,
      304,
    )
  })

  it("reads bodies itself: whole, empty and too large", async () => {
    const filters = (body?: string) =>
      ask("/v1/listening/admin/filters", {
        method: "POST",
        headers: { ...authorized, "content-type": "application/json" },
        ...(body !== undefined && { body }),
      })
    const made = await filters(JSON.stringify({ kind: "artist", match: "exact", value: "The Salt Roads" }))
    assert.strictEqual(made.status, 201)
    const { id } = (await made.json()) as { readonly id: number }
    const removed = await ask(`/v1/listening/admin/filters/${id}`, { method: "DELETE", headers: authorized })
    assert.strictEqual(removed.status, 204)
    for (const empty of [await filters(), await filters("")]) {
      assert.strictEqual(empty.status, 400)
      assert.include(await empty.text(), "kind")
    }
    const large = await filters(JSON.stringify({ value: "x".repeat(1024 * 1024) }))
    assert.deepStrictEqual(
      [large.status, await large.json()],
      [413, { error: "The body is larger than 1024 KiB", status: 413 }],
    )
  })

  it("says what is not there, and where it is itself", async () => {
    const missing = await ask("/v1/nothing")
    assert.strictEqual(missing.status, 404)
    assert.containsSubset(await missing.json(), { status: 404 })
    const wrongMethod = await ask("/v1/health", { method: "POST" })
    assert.deepStrictEqual([wrongMethod.status, wrongMethod.headers.get("allow")], [405, "GET, HEAD"])
    const document = await ask("/v1/openapi.json", { headers: { "accept-encoding": "gzip" } })
    assert.containsSubset(await document.json(), { servers: [{ url: "/daybook" }] })
    assert.strictEqual((await ask("/docs")).headers.get("content-type"), "text/html; charset=utf-8")
  })
}

const over =
  (address: () => string): Ask =>
  (path, init) =>
    fetch(`${address()}/daybook${path}`, init)

/** Serves for the tests of a block. */
const served = (start: () => Promise<Server>) => {
  let server: Server | undefined
  beforeAll(async () => {
    server = await start()
    if (!server.listening) await once(server, "listening")
  }, 180_000)
  afterAll(() => {
    server?.closeAllConnections()
    server?.close()
  })
  return over(() => {
    const address = server?.address()
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : undefined}`
  })
}

describe("mounted in Hono", () => {
  answersAsDaybook(served(async () => (await import("./hono.ts")).start(0) as Server))
})

describe("mounted in Express", () => {
  answersAsDaybook(served(async () => (await import("./express.ts")).start(0)))
})

describe("mounted in Fastify", () => {
  answersAsDaybook(served(async () => (await import("./fastify.ts")).start(0)))
})

// The module is called as Next calls it, without Next: a request, and the parameters of its path in a promise.
describe("mounted in a route handler of Next", () => {
  answersAsDaybook(async (path, init) => {
    const route: Record<string, unknown> = await import("./next/app/daybook/[...path]/route.ts")
    const request = new Request(`https://site.example/daybook${path}`, init)
    const handle = route[request.method] as (request: Request, context: object) => Promise<Response>
    const params = Promise.resolve({ path: path.slice(1).split("/") })
    const response = await handle(request, { params })
    // Clients unpack gzip themselves.
    if (response.headers.get("content-encoding") !== "gzip") return response
    return new Response(response.body?.pipeThrough(new DecompressionStream("gzip")), response)
  })
})

const folder = import.meta.dirname

/** Serves in a process of another runtime, which says where it listens. */
const servedBy = (program: string, version: string, args: ReadonlyArray<string>) => {
  let child: ChildProcess | undefined
  let address = ""
  beforeAll(async () => {
    child = spawn(join(npmPackage(program, version), "../.bin", program), args, {
      cwd: folder,
      env: { ...process.env, ADMIN_KEY: adminKey, PORT: "0", NO_COLOR: "1" },
      // In its own group: the program may be a script that starts the runtime.
      detached: true,
    })
    let printed = ""
    address = await new Promise<string>((resolve, reject) => {
      const read = (bytes: Buffer) => {
        printed += bytes.toString()
        const [, port] = /http:\/\/[^\s/]*:(\d+)/.exec(printed) ?? []
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
      }
      child?.stdout?.on("data", read)
      child?.stderr?.on("data", read)
      child?.once("exit", () => reject(new Error(printed)))
    })
  }, 180_000)
  afterAll(() => {
    // Deno lives on after a plain kill.
    if (child?.pid !== undefined) process.kill(-child.pid, "SIGKILL")
  })
  return over(() => address)
}

for (const [runtime, version, args] of [
  ["bun", "1.4.5", ["run", "bun.ts"]],
  ["deno", "2.9.6", ["serve", "--host", "127.0.0.1", "--port", "0", "--allow-all", "deno.ts"]],
] as const) {
  describe(`served by ${runtime}`, () => {
    answersAsDaybook(servedBy(runtime, version, args))
  })
}
