/** A record and its first line, or the problem of the text there. */
export type RawRecord<Value> = { readonly line: number } & (
  | { readonly value: Value }
  | { readonly problem: string }
)

/** Cuts the text of a file, given in pieces of any size, into records as soon as they are complete. */
export interface Records<Value> {
  readonly push: (text: string) => ReadonlyArray<RawRecord<Value>>
  /** The rest at the end of the file. */
  readonly end: () => ReadonlyArray<RawRecord<Value>>
  /** True once a list of records has started, even an empty one. */
  readonly listed?: boolean
}

/** A longer record is a broken one: those of real exports take a few kilobytes. */
export const maxRecordLength = 1 << 20

/** The line breaks in a text. */
export const lineBreaks = (text: string): number => {
  let count = 0
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1
  return count
}
