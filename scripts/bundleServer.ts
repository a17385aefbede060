// Bundles the server, run by npm's `prepare`: Node takes a second to find and load a thousand modules, and a tenth of
// that for a few files. `packages/server/bin/daybook.js` runs the bundle while it is there and every file that it was
// made of is as it was; else it runs the sources. Rolldown, since it keeps the order in which modules run and comes
// with Vitest anyway; esbuild does not keep it once it splits code. A failure costs only that second at each start, so
// it must not fail an installation.
import { hash } from "node:crypto"
import { execFileSync } from "node:child_process"
import http from "node:http"
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { stripVTControlCharacters } from "node:util"
import { brotliCompressSync } from "node:zlib"
import type { Plugin } from "rolldown"

const root = resolve(import.meta.dirname, "..")
const inRepository = (path: string) => join(root, path)
const bundle = inRepository("packages/server/.bundle")
const fresh = `${bundle}.new`

const from = (path: string) => relative(bundle, path).replaceAll("\\", "/")

/** Packages with files next to their code: such as a native module. They are loaded from where they are. */
const withFiles = new Set(["sharp"])

const leaveOut: Plugin = {
  name: "leave-out",
  async resolveId(source, importer) {
    // Every name of a CommonJS package is exported again, which only the package itself can do.
    const isUndici = source === "undici" && importer?.includes("platform-node") === true
    if (!isUndici && !withFiles.has(source)) return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found === null || !existsSync(found.id)
      ? { id: source, external: true }
      : { id: from(found.id), external: true }
  },
}

/** The module that starts a thread, whose program is a part of the bundle, next to it. */
const startsThread = /(?:modelInThread|storeThreadAhead)\.ts$/

/** Files are found from where a module was. */
const keepPlaces: Plugin = {
  name: "keep-places",
  transform: {
    filter: { code: "import.meta.url" },
    handler: (code, id) =>
      id.includes("node_modules") || startsThread.test(id)
        ? null
        : code.replaceAll("import.meta.url", `new URL(${JSON.stringify(from(id))}, import.meta.url).href`),
  },
}

/**
 * Node's `http` exports the class `WebSocket` as well, and an import of any of its names loads the whole of `fetch` for it.
 * Nothing here uses that class: the other names are taken one by one.
 */
const spareFetch: Plugin = {
  name: "spare-fetch",
  resolveId: { filter: { id: /^(node:)?http$/ }, handler: () => "\0http" },
  load: {
    filter: { id: /^\0http$/ },
    handler: () => {
      const names = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(
        ([, { value }]) => value !== undefined,
      )
      return [
        'const http = process.getBuiltinModule("node:http")',
        `export const { ${names.map(([name]) => name).join(", ")} } = http`,
        "export default http",
      ].join("\n")
    },
  },
}

/**
 * Packages that many servers never use, or not for hours: readers of file formats, cleaners of articles. They run at the first use of
 * a name: what they make of themselves costs a tenth of a start and 10 MB.
 */
const usedLater: Readonly<Record<string, ReadonlyArray<string>>> = {
  "@rowanmanning/feed-parser": ["parseFeed"],
  "fit-file-parser": ["default"],
  "sanitize-html": ["default"],
  sax: ["default"],
  yauzl: ["openPromise"],
  yazl: ["ZipFile"],
}

const loadAtFirstUse: Plugin = {
  name: "load-at-first-use",
  async resolveId(source, importer) {
    // Only our code reads them by these names.
    if (!(source in usedLater) || importer === undefined || /node_modules|^\0/.test(importer)) return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found === null ? null : `\0later:${source}:${found.id}`
  },
  load: {
    filter: { id: /^\0later:/ },
    handler: (id) => {
      const [, source = "", file] = /^\0later:([^:]+):(.*)$/s.exec(id) ?? []
      return [
        "const loaded = (name) => {",
        `  const found = require(${JSON.stringify(file)})`,
        '  return name === "default" ? (found.default ?? found) : found[name]',
        "}",
        "const later = (name) => new Proxy(function () {}, {",
        "  apply: (_, self, words) => Reflect.apply(loaded(name), self, words),",
        "  construct: (_, words) => Reflect.construct(loaded(name), words),",
        "  get: (_, key) => loaded(name)[key],",
        "})",
        ...(usedLater[source] ?? []).map(
          (name, at) => `const name${at} = later(${JSON.stringify(name)})\nexport { name${at} as ${name} }`,
        ),
      ].join("\n")
    },
  },
}

/** The program of /docs is a module of one text of 3 MB. It stays packed until somebody opens that page. */
const packDocumentation: Plugin = {
  name: "pack-documentation",
  transform: {
    filter: { id: /internal[/\\]httpApiScalar\.js$/ },
    async handler(_code, id) {
      const texts = Object.entries<string>(await import(pathToFileURL(id).href))
      return [
        'import { readFileSync } from "node:fs"',
        'import { brotliDecompressSync } from "node:zlib"',
        ...texts.map(([name, text]) => {
          const file = this.emitFile({ type: "asset", name: `${name}.br`, source: brotliCompressSync(text) })
          const url = `new URL(import.meta.ROLLUP_FILE_URL_${file})`
          return `export const ${name} = String(brotliDecompressSync(readFileSync(${url})))`
        }),
      ].join("\n")
    },
  },
}

/** What tells characters apart takes 10 ms to load, and only the help is laid out by it. */
const spareSegmenter: Plugin = {
  name: "spare-segmenter",
  transform: {
    filter: { id: /cli[/\\]CliOutput\.js$/ },
    handler: (code) =>
      code.replace(
        /(?:\/\*#__PURE__\*\/)?\s*(new Intl\.Segmenter\([^)]*\))/,
        " { segment: (text) => $1.segment(text) }",
      ),
  },
}

const read = new Set<string>()
const noteFiles: Plugin = {
  name: "note-files",
  buildEnd() {
    for (const id of this.getModuleIds()) if (existsSync(id)) read.add(id)
  },
}

/** A module's package says how it is resolved. */
const manifestOf = (file: string): string => {
  const folder = dirname(file)
  const manifest = join(folder, "package.json")
  return existsSync(manifest) ? manifest : manifestOf(folder)
}

/** Writes the other characters of a program as escapes: V8 keeps a text that has one in two bytes a character, so twice 3 MB. */
const inLatin1 = (file: string) =>
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(
      // eslint-disable-next-line no-control-regex
      /[^\0-\u00ff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  )

const makeBundle = async () => {
  const { rolldown } = await import("rolldown")
  const built = await rolldown({
    input: {
      main: inRepository("packages/server/src/main.ts"),
      storeEntry: inRepository("packages/server/src/storeEntry.ts"),
      modelThread: inRepository("packages/sources/src/embeddings/local/modelThread.ts"),
    },
    cwd: inRepository("packages/server"),
    platform: "node",
    plugins: [leaveOut, keepPlaces, spareFetch, loadAtFirstUse, packDocumentation, spareSegmenter, noteFiles],
  })
  await built.write({
    dir: fresh,
    entryFileNames: "[name].js",
    cleanDir: true,
    // Less to read and to keep in memory; the names of functions and classes stay, for the stacks of defects.
    minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  })
  await built.close()
  for (const file of readdirSync(fresh).filter((name) => name.endsWith(".js"))) inLatin1(join(fresh, file))
  const files = [...read, ...[...read].map(manifestOf), fileURLToPath(import.meta.url)]
  const inputs = [...new Set(files)].toSorted().map((file) => {
    const { mtimeMs, size } = statSync(file)
    return [relative(root, file), size, mtimeMs, hash("sha256", readFileSync(file))]
  })
  writeFileSync(join(fresh, "inputs.json"), JSON.stringify(inputs))
  rmSync(bundle, { recursive: true, force: true })
  renameSync(fresh, bundle)
  // The first start is as quick as the next: this one leaves what V8 makes of the bundle, and its help.
  const help = execFileSync(process.execPath, [inRepository("packages/server/bin/daybook.js"), "--help"], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "", FORCE_COLOR: "1", TERM: "xterm" },
    stdio: ["ignore", "pipe", "ignore"],
  }).replace(/\n$/, "")
  writeFileSync(join(bundle, "help-in-color.txt"), help)
  writeFileSync(join(bundle, "help.txt"), stripVTControlCharacters(help))
}

try {
  await makeBundle()
} catch (cause) {
  rmSync(fresh, { recursive: true, force: true })
  console.warn(`The server was not bundled; it will start more slowly (${String(cause).split("\n")[0]})`)
}
