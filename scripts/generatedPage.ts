import { readFileSync, writeFileSync } from "node:fs"

/** Writes a generated page. With `--check` on the command line it fails where the file differs, and writes nothing. */
export const writePage = (file: string, lines: ReadonlyArray<string>): void => {
  const text = `${lines.join("\n")}\n`
  if (!process.argv.includes("--check")) return writeFileSync(file, text)
  if (readFileSync(file, "utf8") !== text) throw new Error(`${file} is out of date: npm run docs writes it`)
}

/** A row of a Markdown table. */
export const row = (...cells: ReadonlyArray<string>): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
