import { execFileSync } from "node:child_process"
import { hash } from "node:crypto"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, test } from "vitest"

const daybook = fileURLToPath(new URL("../bin/daybook.js", import.meta.url))

/** Runs an entry without the colors that the environment of tests may force. */
const run = (entry: string, words: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
  const { FORCE_COLOR: _forced, NO_COLOR: _refused, TERM: _terminal, ...own } = process.env
  return execFileSync(process.execPath, [entry, ...words], { encoding: "utf8", env: { ...own, ...env } })
}

/** A project of one source, and its bundle. Both programs print which one they are. */
// Vitest reads from the pattern which fixtures a fixture needs.
// oxlint-disable-next-line no-empty-pattern
const it = test.extend("project", ({}, { onCleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-bundle-"))
  onCleanup(() => rmSync(folder, { recursive: true }))
  const server = join(folder, "packages", "server")
  for (const name of ["bin", "src", ".bundle"]) mkdirSync(join(server, name), { recursive: true })
  const bin = join(server, "bin", "daybook.js")
  copyFileSync(daybook, bin)
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
    keepHelp: (help: string) => writeFileSync(join(server, ".bundle", "help.txt"), help),
    run: (words: ReadonlyArray<string> = ["serve"], env: Record<string, string> = {}) => run(bin, words, env),
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

  it("runs the sources if the list of files cannot be read, or if a file is missing", ({ project }) => {
    writeFileSync(project.inputs, '[["a/file/that/is/gone.ts",1,1,""]]')
    assert.strictEqual(project.run(), "sources")
    writeFileSync(project.inputs, "[[")
    assert.strictEqual(project.run(), "sources")
    rmSync(project.inputs)
    assert.strictEqual(project.run(), "sources")
  })

  it("prints the help that the bundle keeps, and leaves every other command to it", ({ project }) => {
    project.keepHelp("help")
    assert.strictEqual(project.run([]), "help\n")
    assert.strictEqual(project.run(["--help"]), "help\n")
    assert.strictEqual(project.run(["-h"]), "help\n")
    assert.strictEqual(project.run(["serve", "--help"]), "bundle")
    assert.strictEqual(project.run(["--help", "serve"]), "bundle")
    assert.strictEqual(project.run(["--version"]), "bundle")
  })

  it("leaves colors that the environment decides to the program", ({ project }) => {
    project.keepHelp("help")
    assert.strictEqual(project.run(["--help"], { FORCE_COLOR: "1" }), "bundle")
    assert.strictEqual(project.run(["--help"], { NO_COLOR: "1" }), "bundle")
    assert.strictEqual(project.run(["--help"], { TERM: "dumb" }), "bundle")
  })

  it("runs the program for its help if none is stored, or if the sources were changed", ({ project }) => {
    assert.strictEqual(project.run(["--help"]), "bundle")
    project.keepHelp("help")
    writeFileSync(project.source, 'process.stdout.write("SOURCES")\n')
    assert.strictEqual(project.run(["--help"]), "SOURCES")
  })

  it("keeps the help that the program prints", () => {
    assert.strictEqual(run(daybook, ["--help"], {}), run(daybook, ["--help"], { FORCE_COLOR: "0" }))
  })
})
