// Run by npm after an install. Plain JavaScript: `npm ci --omit=dev` brings no Node, and the machine's may be too old.
import { rmSync } from "node:fs"
import { dirname, join, sep } from "node:path"

// The Node that npm brought has 67 MB of headers, for compiling what nothing here compiles.
if (process.execPath.includes(`${sep}node_modules${sep}`)) {
  rmSync(join(dirname(process.execPath), "../include"), { recursive: true, force: true })
}

if (process.features.typescript) {
  await import("./bundleServer.ts")
  await import("./buildPage.ts")
}
// An installation without them works.
process.exitCode = 0
