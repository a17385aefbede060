import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"

const page = join(import.meta.dirname, "../page")

const textOf = (file: string) => readFileSync(join(page, file), "utf8")

const found = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = ""]) => name)

/** The classes that selectors of a file begin with, such as `a` of `.a li`, but not of `.a.b`. */
const styledIn = (file: string) =>
  found(textOf(file).replaceAll(/\/\*[^]*?\*\//g, ""), /(?:^|[},])\s*\.([\w-]+)(?![\w.-])/g)

const shared = new Set(globSync("style/*.css", { cwd: page }).flatMap(styledIn))

/** The files that style each class that is not shared. */
const styled = Map.groupBy(
  globSync("{parts,views}/**/*.css", { cwd: page }).flatMap((file) =>
    Array.from(new Set(styledIn(file)), (name) => ({ file, name })),
  ),
  ({ name }) => name,
)
for (const name of shared) styled.delete(name)

describe("the styles of a view, which stay once it is left", () => {
  it("are of classes that no other view styles", () => {
    assert.isAbove(styled.size, 100)
    assert.deepStrictEqual(
      [...styled.values()].filter((files) => files.length > 1),
      [],
    )
  })

  it("are of classes that no other view uses, unless it has parts of that view", () => {
    const uses = globSync("views/*/**/*.tsx", { cwd: page }).flatMap((file) => {
      const text = textOf(file)
      const names = found(text, /class="([^"]*)"/g).flatMap((names) => names.split(" "))
      return names.flatMap((name) =>
        (styled.get(name) ?? [])
          .map(({ file: css }) => dirname(css))
          .filter((folder) => folder.startsWith("views/") && !file.startsWith(`${folder}/`))
          .filter((folder) => !text.includes(`"../${folder.slice("views/".length)}/`))
          .map((folder) => `${file} uses ${name} of ${folder}`),
      )
    })
    assert.deepStrictEqual(uses, [])
  })
})
