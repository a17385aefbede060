import { build, type BuildOptions } from "esbuild"
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "..", "..", "..")
// Within the project, whose packages are found from there.
mkdirSync(join(root, "node_modules", ".cache"), { recursive: true })
const folder = mkdtempSync(join(root, "node_modules", ".cache", "daybook-bundled-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** The output of the program, bundled with the options. */
const printed = async (name: string, options: BuildOptions) => {
  const outfile = join(folder, `${name}.js`)
  await build({
    entryPoints: [join(import.meta.dirname, "bundled.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    ...options,
  })
  const { stdout } = await promisify(execFile)(process.execPath, [outfile, join(folder, name)])
  return stdout.trim()
}

describe("a program with PGlite that esbuild has bundled", { timeout: 60_000 }, () => {
  it("works with packages left out, as docs/mounting.md says", async () => {
    assert.strictEqual(await printed("packages-out", { packages: "external" }), "42")
  })

  it("works with storage alone left out, and all else in one file", async () => {
    assert.strictEqual(await printed("storage-out", { external: ["@daybook/storage-postgres"] }), "42")
  })

  it("says what to do where the thread was not taken along", async () => {
    assert.match(
      await printed("all-in", {}),
      /^Cannot find module .*pgliteWorker.*leave @daybook\/storage-postgres out of the bundle/,
    )
  })
})
