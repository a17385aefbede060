import { readdirSync, readFileSync } from "node:fs"
import { extname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"

/** A file of the built page. */
export interface BuiltFile {
  readonly contentType: string
  /** True if its name changes with its content. */
  readonly immutable: boolean
  readonly content: { readonly identity: Uint8Array; readonly br?: Uint8Array; readonly gzip?: Uint8Array }
}

/** The page as it was built: the document of every view, and the files that it loads, by their paths. */
export interface BuiltPage {
  readonly index: string
  readonly files: ReadonlyMap<string, BuiltFile>
}

const folder = fileURLToPath(new URL("../.page", import.meta.url))

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
}

const encodings = { br: ".br", gzip: ".gz" } as const

/** Reads the built page; undefined if it was not built. */
export const readPage = (): BuiltPage | undefined => {
  const names = (() => {
    try {
      return readdirSync(folder, { recursive: true, encoding: "utf8" })
    } catch {
      return []
    }
  })()
  if (!names.includes("index.html")) return undefined
  const read = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
  const files = names.flatMap((name) => {
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) return []
    const packed = Object.entries(encodings)
      .filter(([, ending]) => names.includes(name + ending))
      .map(([encoding, ending]) => [encoding, read(name + ending)] as const)
    const path = `/${name.split(sep).join("/")}`
    const content = { identity: read(name), ...Object.fromEntries(packed) }
    return [[path, { contentType, immutable: path.startsWith("/assets/"), content }] as const]
  })
  return { index: readFileSync(join(folder, "index.html"), "utf8"), files: new Map(files) }
}
