#!/usr/bin/env node
// Plain JavaScript, so that a Node that cannot read TypeScript can still be told what to do.
import module from "node:module"

const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `Daybook needs Node.js 22.19 or later; this is ${process.versions.node}. ` +
      "npm brings Node 24 along: use `npm start`, `npm run daybook -- …` or `npx daybook …` instead of `node …`.",
  )
  process.exit(1)
}
// Keeps what V8 makes of the modules, types stripped, for the next start: it takes half the work of this one.
module.enableCompileCache?.()
await import("../src/main.ts")
