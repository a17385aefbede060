import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"

/**
 * The folder of a package that only a few tests need. npm downloads it when it is first requested, and keeps it next to
 * its cache, as it does for `npx`.
 */
export const npmPackage = (name: string, version: string): string => {
  const command = [
    "exec",
    "--yes",
    "--prefer-offline",
    `--package=${name}@${version}`,
    "--call",
    "echo $PATH",
  ]
  // From a folder without packages: npm would take one that lies in the project.
  const paths = execFileSync("npm", command, { cwd: tmpdir(), encoding: "utf8" }).trim().split(delimiter)
  const found = paths.map((path) => join(path, "..", name)).find((folder) => existsSync(folder))
  if (found === undefined) throw new Error(`npm did not bring ${name}`)
  return found
}
