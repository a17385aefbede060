// Holds the names of our spans against the one rule for them: Service.method, as docs/architecture.md says.
import { globSync, readFileSync } from "node:fs"

const named = /\b(?:Effect\.fn|(?:Effect|Stream|Layer)\.withSpan)\(\s*(?:\w+,\s*)?["'`]([^"'`]*)["'`]/g

const complaints = globSync("packages/*/src/**/*.ts").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(named)]
    .map(([, name = ""]) => name)
    .filter((name) => !/^[A-Z]\w*\.[a-z]\w*$/.test(name))
    .map((name) => `${file}: the span "${name}" must be named Service.method`),
)
for (const complaint of complaints) console.error(complaint)
process.exitCode = complaints.length === 0 ? 0 : 1
