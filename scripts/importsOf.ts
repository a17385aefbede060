import { readFileSync } from "node:fs"
import { parseSync } from "oxc-parser"

/** The names of everything that a file imports, types as well. */
export const importsOf = (file: string): ReadonlyArray<string> => {
  const { module, errors } = parseSync(file, readFileSync(file, "utf8"))
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  return [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) =>
      one.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
  ]
}

/** The package of a module that is imported by its name. */
export const packageOf = (name: string): string => name.split("/", name.startsWith("@") ? 2 : 1).join("/")
