/** A file of one format, with the rows that are read from it in short. */
export interface OtherFile {
  readonly domain: "listening" | "places" | "reading" | "watching"
  readonly format: string
  readonly file: string
  readonly expected: ReadonlyArray<string>
}

/** A text of these lines. */
export const lines = (...some: ReadonlyArray<string>): string => some.map((line) => `${line}\n`).join("")

/** A value as JSON. */
export const json = (value: unknown): string => JSON.stringify(value, null, 1)
