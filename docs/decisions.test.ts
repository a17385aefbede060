import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { assert, describe, it } from "vitest"

const folder = join(import.meta.dirname, "decisions")

const records = globSync("[0-9]*.md", { cwd: folder }).toSorted()

describe.each(records)("decision %s", (record) => {
  const text = readFileSync(join(folder, record), "utf8")

  it("has a context, a decision and its consequences, in at most 350 words", () => {
    assert.strictEqual(
      [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading).join(),
      "Context,Decision,Consequences",
    )
    const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    assert.isAtMost(
      words.length,
      350,
      "figures belong in docs/benchmarks.md, facts about a service in docs/services.md",
    )
  })

  it("has the number of its file", () => {
    const [, number = ""] = /^# (\d+)\. ./m.exec(text) ?? []
    assert.strictEqual(number.padStart(4, "0"), basename(record).slice(0, 4))
  })
})
