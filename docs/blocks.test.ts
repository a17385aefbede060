import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

const root = dirname(import.meta.dirname)

const pages = ["README.md", ...globSync(["docs/**/*.md", "packages/*/*.md"], { cwd: root })]

/** A block of TypeScript: the line on which it begins, the file that is named after the language, and its text. */
interface Block {
  readonly line: number
  readonly file: string
  readonly text: string
}

const blocksOf = (page: string): ReadonlyArray<Block> => {
  const text = readFileSync(join(root, page), "utf8")
  return [...text.matchAll(/^```(?:ts|typescript)\b *(.*)\n([^]*?)^```$/gm)].map((match) => ({
    line: text.slice(0, match.index).split("\n").length,
    file: match[1] ?? "",
    text: match[2] ?? "",
  }))
}

/** The lines without the indentation that they share. */
const lined = (lines: ReadonlyArray<string>): string => {
  const indents = lines.filter((line) => line !== "").map((line) => line.length - line.trimStart().length)
  const shared = Math.min(...indents)
  return lines.map((line) => line.slice(shared)).join("\n")
}

/** Whether the piece is in the file, line for line, further in or not. */
const standsIn = (file: string, piece: ReadonlyArray<string>): boolean => {
  const lines = readFileSync(join(root, file), "utf8").split("\n")
  return lines.some((_, at) => lined(lines.slice(at, at + piece.length)) === lined(piece))
}

/** Whether tests run the file: packages have theirs, an example has some in its folder. */
const isTested = (file: string): boolean =>
  file.startsWith("packages/") || globSync("*.test.ts", { cwd: join(root, ...file.split("/", 2)) }).length > 0

const linkless = (page: string) =>
  readFileSync(join(root, page), "utf8").replaceAll(/^ *```[^]*?^ *```$/gm, "")

/** The names under which a page's headings are linked to. */
const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    [...linkless(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  )

/** The routes of both APIs, each as its method and the parts of its path. */
const routes = [
  ...readFileSync(join(root, "docs/routes.md"), "utf8").matchAll(/^\| `([A-Z]+) ([^`]+)`/gm),
].map(([, method = "", path = ""]) => ({ method, parts: path.split("/") }))

const isParameter = (part = "") => part.startsWith("{")

/** Whether a route has this method, if one is named, and this path, whatever its parameters are called. */
const isRoute = (method: string | undefined, path: string): boolean => {
  const named = path.split("/")
  return routes.some(
    ({ method: own, parts }) =>
      (method === undefined || method === own) &&
      parts.length === named.length &&
      parts.every((part, at) => part === named[at] || isParameter(part) || isParameter(named[at])),
  )
}

/** All that the packages' own files say. */
const sources = globSync("packages/*/{*.ts,{src,contract,test,testing,page}/**/*.{ts,tsx}}", { cwd: root })
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n")

describe.each(pages)("%s", (page) => {
  for (const { file, line, text } of blocksOf(page)) {
    it(`line ${line}: the code stands in ${file === "" ? "a file that it names" : file}, word for word`, () => {
      assert.notStrictEqual(file, "", "name the file after the language: ```ts examples/…")
      assert.isTrue(isTested(file), `no test runs ${basename(file)}`)
      // A line `// …` stands for what is left out.
      for (const piece of text.trimEnd().split(/^ *\/\/ …\n/m)) {
        const lines = piece.trimEnd().split("\n")
        assert.isTrue(standsIn(file, lines), `${file} has no\n${piece}`)
      }
    })
  }

  it("its links lead to files and headings that are there", () => {
    for (const [, target = "", anchor] of linkless(page).matchAll(
      /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g,
    )) {
      const path = fileURLToPath(new URL(target, `file://${join(root, page)}`))
      assert.lengthOf(globSync(path), 1, target)
      if (anchor !== undefined) assert.include(anchorsOf(relative(root, path)), anchor, `${target}#${anchor}`)
    }
  })

  it("the files that it names are there", () => {
    for (const [, file = ""] of linkless(page).matchAll(
      /`(?:packages\/)?([a-z-]+\/(?:src|test|contract)\/[\w/.-]+)`/g,
    ))
      assert.lengthOf(globSync(join(root, "packages", file)), 1, file)
  })

  it("the routes that it names are served", () => {
    const named = readFileSync(join(root, page), "utf8").matchAll(
      /(?:\b(GET|POST|PUT|PATCH|DELETE) )?(\/v1\/(?!openapi\.json)[\w/{}.…-]+)/g,
    )
    for (const [, method, found = ""] of named) {
      const path = found.replace(/[./]+$/, "")
      if (!path.includes("…")) assert.isTrue(isRoute(method, path), `${method ?? "any method of"} ${path}`)
    }
  })

  // Figures may name what is gone.
  if (!/benchmarks/.test(page)) {
    it("the names that it writes as code are in the sources", () => {
      const names = linkless(page).matchAll(/`(?:[A-Za-z]+\.)*([A-Za-z]*[a-z][A-Z]\w*)(?:\(.*?\))?`/g)
      for (const [, name = ""] of names) assert.isTrue(sources.includes(name), name)
    })
  }
})

describe("the ports of the domains", () => {
  const guides = ["source", "store", "domain"]
    .map((what) => readFileSync(join(root, `docs/add-a-${what}.md`), "utf8"))
    .join("\n")
  const packages = globSync("packages/*/contract", { cwd: root }).map((folder) => dirname(folder))
  const ports = globSync(
    packages.map((folder) => `${folder}/src/**/*.ts`),
    { cwd: root },
  ).flatMap((file) =>
    [
      ...readFileSync(join(root, file), "utf8").matchAll(
        /^export (?:class (\w+) extends Context\.Service\b|const (\w+) = Context\.Reference\b)/gm,
      ),
    ].map(([, service, reference]) => service ?? reference ?? ""),
  )

  it.each(ports)("%s is in a guide to adding a source, a store or a domain", (port) => {
    assert.include(guides, `\`${port}\``)
  })
})
