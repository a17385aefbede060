import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, test } from "vitest"

const page = join(import.meta.dirname, "../page")

const withoutComments = (css: string) => css.replaceAll(/\/\*[^]*?\*\//g, "")

/** The classes that selectors of a file begin with, such as `a` of `.a li`, but not of `.a.b`. */
const classesIn = (file: string): ReadonlySet<string> =>
  new Set(
    [
      ...withoutComments(readFileSync(join(page, file), "utf8")).matchAll(
        /(?:^|[},])\s*\.([\w-]+)(?![\w.-])/g,
      ),
    ].map(([, name = ""]) => name),
  )

test("no two views style one class: the styles of a view stay once it is left", () => {
  const [shared, own] = [
    globSync("style/*.css", { cwd: page }),
    globSync("{parts,views}/**/*.css", { cwd: page }),
  ]
  const known = new Set(shared.flatMap((file) => [...classesIn(file)]))
  const files = Map.groupBy(
    own
      .flatMap((file) => Array.from(classesIn(file), (name) => ({ file, name })))
      .filter(({ name }) => !known.has(name)),
    ({ name }) => name,
  )
  assert.isAbove(files.size, 100)
  assert.deepStrictEqual(
    [...files.values()].filter((found) => found.length > 1),
    [],
  )
})
