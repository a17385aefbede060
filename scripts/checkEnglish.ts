// Holds doc comments against one rule of style: they name their subject, and never open with a question word.
import { globSync, readFileSync } from "node:fs"

const opening = /\/\*\*[\s*]*(?:What|Whether|Whoever|Where|Who)\b[^\n]*/g

const complaints = globSync("packages/*/{src,contract}/**/*.ts").flatMap((file) => {
  const text = readFileSync(file, "utf8")
  return [...text.matchAll(opening)].map(
    ({ 0: comment, index }) =>
      `${file}:${text.slice(0, index).split("\n").length}: open with the subject: ${comment.replace(/^\/\*\*[\s*]*/, "")}`,
  )
})
for (const complaint of complaints) console.error(complaint)
process.exitCode = complaints.length === 0 ? 0 : 1
