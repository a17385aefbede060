import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { assert, describe, test } from "vitest"
import { until } from "./until.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

describe("the packed server", () => {
  test("serves its page, stores in a file and finds by meaning, in 60 MB and with nothing of the repository", async ({
    onTestFinished,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), "daybook-packed-"))
    const packed = join(folder, "daybook")
    execFileSync(process.execPath, [join(root, "scripts/packServer.ts"), packed], { cwd: folder })
    const files = readdirSync(packed, { recursive: true, encoding: "utf8" })
    const bytes = files.reduce((sum, name) => sum + statSync(join(packed, name)).size, 0)
    assert.isBelow(bytes, 60_000_000)
    const key = "packed-server-admin-key-0123456789abcdef"
    const child = spawn(process.execPath, [join(packed, "packages/server/bin/daybook.js"), "serve"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
      env: { PATH: process.env["PATH"], PORT: "0", NOTIFY_PORT: "0", SYNC_SCHEDULE: "off", ADMIN_KEY: key },
    })
    onTestFinished(() => {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    const address = await new Promise<string>((found, failed) => {
      let said = ""
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text
        const at = /the activity API is at (http:[^"]+)/.exec(said)?.[1]
        if (at !== undefined) found(at)
      })
      child.once("close", (code) => failed(new Error(`the server ended with ${code}: ${said}`)))
    })
    const get = (path: string) => fetch(address + path, { headers: { authorization: `Bearer ${key}` } })
    assert.match(await (await get("/")).text(), /<title>Daybook/)
    assert.match(await (await get("/docs")).text(), /reference\.js/)
    const post = (path: string, body: object) =>
      fetch(address + path, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      })
    const article = { url: "https://example.org/automobile", title: "The automobile" }
    assert.strictEqual((await post("/v1/admin/reading/article", article)).status, 201)
    assert.strictEqual((await post("/v1/admin/reembed-reading", {})).status, 200)
    const near = (await (await get("/v1/reading/search?q=car")).json()) as {
      readonly data: ReadonlyArray<{ readonly title: string }>
    }
    assert.deepStrictEqual(
      near.data.map(({ title }) => title),
      [article.title],
    )
    const { warnings = [] } = (await (await get("/v1/health/ready")).json()) as {
      readonly warnings?: Array<string>
    }
    assert.deepStrictEqual(warnings, [])
    // The thread that reads it runs the same program.
    const listen = { listened_at: 1700000001, track_metadata: { track_name: "T", artist_name: "A" } }
    const sent = await post("/v1/admin/imports", listen)
    assert.strictEqual(sent.status, 202)
    const { id } = (await sent.json()) as { readonly id: number }
    await until("it is imported", async () => {
      // Each look counts against the key's limit.
      await pause(1_000)
      const one = (await (await get(`/v1/admin/imports/${id}`)).json()) as Record<string, unknown>
      assert.notStrictEqual(one["status"], "failed", String(one["error"]))
      return one["status"] === "completed" && one["stored"] === 1
    })
  })
})
