import { storableText } from "@daybook/kernel"

/** The columns of a CSV file by the names in its header, in any case; undefined if a required one is missing. */
export const columnsOf = (header: ReadonlyArray<string> | undefined, needed: ReadonlyArray<string>) => {
  const names = (header ?? []).map((name) => name.replace("\uFEFF", "").trim().toLowerCase())
  if (!needed.every((name) => names.includes(name))) return undefined
  return {
    count: names.length,
    has: (name: string) => names.includes(name),
    isHeader: (row: ReadonlyArray<string>) => row.join("\n") === (header ?? []).join("\n"),
    field: (row: ReadonlyArray<string>, name: string) => storableText(row[names.indexOf(name)] ?? ""),
  }
}
