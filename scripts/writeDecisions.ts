// Writes docs/decisions/README.md from the titles of the records.
import { globSync, readFileSync } from "node:fs"
import { row, writePage } from "./generatedPage.ts"

const folder = "docs/decisions"

writePage(`${folder}/README.md`, [
  "# Decisions",
  "",
  "<!-- Generated from the titles of the records by `npm run docs`. -->",
  "",
  "Records of choices that you might question: context, decision with rejected options, consequences. A missing number was merged into",
  "another record or removed; it is not reused.",
  "",
  "| | decision |",
  "|---|---|",
  ...globSync("[0-9]*.md", { cwd: folder })
    .toSorted()
    .map((file) => {
      const [, number, title] = /^# (\d+)\. (.*)$/m.exec(readFileSync(`${folder}/${file}`, "utf8")) ?? []
      if (number === undefined || title === undefined) {
        throw new Error(`${folder}/${file} must begin with its number and title: # 62. Title`)
      }
      return row(`[${number}](${file})`, title)
    }),
])
