#!/usr/bin/env node
// Plain JavaScript, so that a Node that cannot read TypeScript can still be told what to do.
import { readFileSync, statSync } from "node:fs"
import module from "node:module"
import { fileURLToPath } from "node:url"

const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 24 || (major === 24 && minor < 15)) {
  console.error(
    `Daybook needs Node.js 24.15 or later; this is ${process.versions.node}. ` +
      "`npm ci` brings one, which `npm start`, `npm run daybook -- …` and `npx daybook …` use; `npm ci --omit=dev` does not.",
  )
  process.exit(1)
}

const root = fileURLToPath(new URL("../../../", import.meta.url))
const bundle = fileURLToPath(new URL("../.bundle/", import.meta.url))

// Loaded only where a file's time differs: it takes longer than looking at a thousand files.
const digestOf = (file) => process.getBuiltinModule("node:crypto").hash("sha256", readFileSync(file))

/** True for a file that is as it was. A copy, or a file that was only touched, has another time and the same digest. */
const isUnchanged = ([path, size, changedAt, digest]) => {
  const file = root + path
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || found.size !== size) return false
  return found.mtimeMs === changedAt || digestOf(file) === digest
}

/** True where `scripts/bundleServer.ts` has bundled the files as they are now. */
const isBundled = () => {
  try {
    return JSON.parse(readFileSync(`${bundle}inputs.json`, "utf8")).every(isUnchanged)
  } catch {
    return false
  }
}

/**
 * The help that the bundle printed when it was made, where that is all that is asked: no setting changes it. Colors that
 * are forced or refused are left to the program, which knows the rules.
 */
const keptHelp = () => {
  const [word = "--help", ...more] = process.argv.slice(2)
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env
  if ((word !== "--help" && word !== "-h") || more.length > 0) return undefined
  if (FORCE_COLOR !== undefined || NO_COLOR !== undefined || TERM === "dumb") return undefined
  try {
    return readFileSync(
      `${bundle}${process.stdout.isTTY === true ? "help-in-color.txt" : "help.txt"}`,
      "utf8",
    )
  } catch {
    return undefined
  }
}

const bundled = isBundled()
const help = bundled ? keptHelp() : undefined
if (help === undefined) {
  // Keeps what V8 makes of the modules, types stripped, for the next start: it takes half the work of this one. Threads find the
  // folder by the variable.
  if (bundled) process.env.NODE_COMPILE_CACHE ??= `${bundle}compiled`
  module.enableCompileCache?.()
  await (bundled ? import(new URL("../.bundle/main.js", import.meta.url).href) : import("../src/main.ts"))
} else console.log(help)
