// Builds the page at `/` into the files that the server gives, run by npm's `prepare`: hashed, and packed by brotli. A
// failure leaves the server without a page, and it says so; it must not fail an installation.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve, sep } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { pageOptions } from "../packages/web/src/pageOptions.ts"
import { subsetFonts } from "./subsetFonts.ts"

const home = resolve(import.meta.dirname, "../packages/web")
const target = join(home, ".page")
const fresh = `${target}.new`

/** Files that packing makes smaller. The document is not served as it is. */
const isText = (name: string) => /\.(css|js|json|svg|webmanifest)$/.test(name)

const build = async () => {
  await subsetFonts(home, join(home, ".fonts"))
  const vite = await import("vite")
  await vite.build({
    ...pageOptions,
    publicDir: join(home, "public"),
    build: {
      ...pageOptions.build,
      outDir: fresh,
      rolldownOptions: {
        ...pageOptions.build.rolldownOptions,
        input: {
          index: join(home, "page/index.html"),
          sw: join(home, "page/sw.ts"),
        },
      },
    },
  })
  const names = readdirSync(fresh, { recursive: true, encoding: "utf8" })
  // The shell that works offline is the document and all that it may load.
  const assets = names.filter((name) => /^assets[/\\].*\.(css|js|woff2)$/.test(name))
  const worker = join(fresh, "sw.js")
  const paths = assets.map((name) => name.split(sep).join("/"))
  writeFileSync(
    worker,
    readFileSync(worker, "utf8").replace(/["'`]__ASSETS__["'`]/, JSON.stringify(paths.join(" "))),
  )
  for (const name of names.filter(isText)) {
    const file = join(fresh, name)
    const bytes = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    )
    rmSync(file)
  }
  rmSync(target, { recursive: true, force: true })
  renameSync(fresh, target)
}

try {
  await build()
} catch (cause) {
  rmSync(fresh, { recursive: true, force: true })
  console.warn(`The page was not built; the server will have none (${String(cause).split("\n")[0]})`)
  process.exitCode = 1
}
