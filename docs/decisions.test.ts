import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { assert, describe, it } from "vitest"

const folder = join(import.meta.dirname, "decisions")

const records = globSync("[0-9]*.md", { cwd: folder }).toSorted()

describe.each(records)("decision %s", (record) => {
  const text = readFileSync(join(folder, record), "utf8")

  it("is context, decision, consequences and perhaps figures, on one page", () => {
    assert.match(
      [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading).join(),
      /^Context,Decision,Consequences(,Figures)?$/,
    )
    assert.isAtMost(text.split("\n").length, 66, "figures and diaries belong into docs/measured.md")
  })

  it("has the number of its file", () => {
    const [, number = ""] = /^# (\d+)\. ./m.exec(text) ?? []
    assert.strictEqual(number.padStart(4, "0"), basename(record).slice(0, 4))
  })
})
