// Writes docs/decisions/README.md from the titles of the records.
import { globSync, readFileSync } from "node:fs"
import { row, writePage } from "./generatedPage.ts"

const folder = "docs/decisions"

writePage(`${folder}/README.md`, [
  "# Decisions",
  "",
  "<!-- Generated from the titles of the records by `npm run docs`. -->",
  "",
  "Each record has a context, a decision and its consequences. Numbers are permanent; a missing one was never used, or its subject",
  "is gone.",
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
