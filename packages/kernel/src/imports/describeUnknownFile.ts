import type { FileHead } from "./importedFile.ts"

const shown = (text: string): string => {
  const line = text.replaceAll(/[\p{C}\s]+/gu, " ").trim()
  return line.length > 80 ? `${line.slice(0, 80).toWellFormed()}…` : line
}

const fieldsOf = (text: string): string =>
  [...new Set(Array.from(text.slice(0, 4_096).matchAll(/"([^"\\\n]{1,40})"\s*:/g), ([, name]) => name))]
    .slice(0, 6)
    .join(", ")

/**
 * Why a file is not in a known format, based on its start, so that the user can identify the file. `chosen` is the
 * format they named, "" for none, and `couldBe` are the ones they can name.
 */
export const describeUnknownFile = (
  head: Pick<FileHead, "bytes" | "text">,
  chosen = "",
  couldBe: ReadonlyArray<string> = [],
): string => {
  const why = beginningOf(head)
  if (chosen !== "") return `it is not in the format ${chosen}: ${why}`
  if (couldBe.length === 0) return why
  const [first = ""] = couldBe
  return (
    `${why}. If it is an export in the format ${couldBe.join(" or ")}, import it again and name that format: ` +
    `--format "${first}", or ?format=${encodeURIComponent(first)} over HTTP`
  )
}

/** True for a file that begins with the byte order mark of UTF-16, as spreadsheets write it. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

const beginningOf = ({ bytes, text }: Pick<FileHead, "bytes" | "text">): string => {
  if (bytes.length === 0) return "it is empty"
  if (isUtf16(bytes)) return "it is text in UTF-16: save it as UTF-8, and import it again"
  if (bytes.subarray(0, 1024).includes(0) || text.slice(0, 1024).includes("\uFFFD")) return "unknown format"
  const begin = text.replace(/^\uFEFF/, "").trimStart()
  if (begin === "") return "it contains only whitespace"
  if (/^(\[\s*\]|\{\s*\})\s*$/.test(begin)) return "it is an empty list"
  if (/^[[{]/.test(begin)) {
    if (/"deviceAssetId"\s*:/.test(begin))
      return "a list of photos and videos of Immich, which Daybook does not import"
    const fields = fieldsOf(begin)
    return fields === "" ? "JSON of no known form" : `JSON of no known form, with the fields ${fields}`
  }
  if (begin.startsWith("<")) return `markup of no known form: ${shown(begin)}`
  const [line = ""] = begin.split(/[\r\n]/, 1)
  return /[,;\t]/.test(line)
    ? `a table with unknown columns: ${shown(line)}`
    : `it begins with: ${shown(line)}`
}
