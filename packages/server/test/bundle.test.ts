import { execFileSync } from "node:child_process"
import { hash } from "node:crypto"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, test } from "vitest"

/** A project of one source, of which a bundle was made. Both programs say what they are. */
// Vitest reads from the pattern which fixtures a fixture needs.
// oxlint-disable-next-line no-empty-pattern
const it = test.extend("project", ({}, { onCleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-bundle-"))
  onCleanup(() => rmSync(folder, { recursive: true }))
  const server = join(folder, "packages", "server")
  for (const name of ["bin", "src", ".bundle"]) mkdirSync(join(server, name), { recursive: true })
  const bin = join(server, "bin", "daybook.js")
  copyFileSync(fileURLToPath(new URL("../bin/daybook.js", import.meta.url)), bin)
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  const source = join(server, "src", "main.ts")
  writeFileSync(source, 'process.stdout.write("sources")\n')
  writeFileSync(join(server, ".bundle", "main.js"), 'process.stdout.write("bundle")\n')
  const { mtimeMs, size } = statSync(source)
  const inputs = join(server, ".bundle", "inputs.json")
  writeFileSync(
    inputs,
    JSON.stringify([
      ["packages/server/src/main.ts", size, mtimeMs, hash("sha256", 'process.stdout.write("sources")\n')],
    ]),
  )
  return {
    source,
    inputs,
    run: () => execFileSync(process.execPath, [bin], { encoding: "utf8" }),
  }
})

describe("the entry", () => {
  it("runs the bundle of the sources as they are", ({ project }) => {
    assert.strictEqual(project.run(), "bundle")
  })

  it("runs the bundle of sources that were copied", ({ project }) => {
    utimesSync(project.source, 1, 1)
    assert.strictEqual(project.run(), "bundle")
  })

  it("runs sources that were changed, were it by one letter", ({ project }) => {
    writeFileSync(project.source, 'process.stdout.write("SOURCES")\n')
    utimesSync(project.source, 1, 1)
    assert.strictEqual(project.run(), "SOURCES")
  })

  it("runs sources that have grown, whatever their time", ({ project }) => {
    const { atime, mtime } = statSync(project.source)
    writeFileSync(project.source, 'process.stdout.write("sources and more")\n')
    utimesSync(project.source, atime, mtime)
    assert.strictEqual(project.run(), "sources and more")
  })

  it("runs the sources where the list of files cannot be read, and where a file is gone", ({ project }) => {
    writeFileSync(project.inputs, '[["a/file/that/is/gone.ts",1,1,""]]')
    assert.strictEqual(project.run(), "sources")
    writeFileSync(project.inputs, "[[")
    assert.strictEqual(project.run(), "sources")
    rmSync(project.inputs)
    assert.strictEqual(project.run(), "sources")
  })
})
