// Run by npm's `prepare`: makes the seed once, so that a first start takes a quarter of a second instead of three.
// Without a seed the first start is only slower, so a failure here must not fail an installation.
import { existsSync } from "node:fs"
import { seedFile, writeSeed } from "./seed.ts"

try {
  if (!existsSync(seedFile)) await writeSeed(seedFile)
} catch (cause) {
  console.warn(
    `No seed for new databases was made; the first start will take longer (${String(cause).split("\n")[0]})`,
  )
}
