import type { Question } from "../apiCalls.ts"

/** A row of a list of the API. */
export type Row = Readonly<Record<string, unknown>>

/** The groups of a row: no text if it is unknown, several for one with several tags. */
export type Dimension = (row: Row) => ReadonlyArray<string>

/** A list of the API whose rows a model can count and add up. */
export interface Countable {
  /** Its rows in the plural, such as `runs`. */
  readonly of: string
  /** The list, which takes `from` and `to`. */
  readonly list: Pick<Question, "path" | "query">
  /** The field with the time of a row: an instant, or a day. */
  readonly at: string
  readonly dimensions: Readonly<Record<string, Dimension>>
  /** Numbers of a row that can be added up; a row without one is left out. */
  readonly measures?: Readonly<Record<string, (row: Row) => number | undefined>>
  /** A dimension that the list has a parameter for, and the list with the ids of that parameter. */
  readonly narrowed?: { readonly by: string; readonly parameter: string; readonly ids: string }
  /** Reads that have counted all of its rows already, for lists that are too long to read. They take `from` and `to`. */
  readonly counted?: {
    /** The most counted names, by dimension. */
    readonly top: Readonly<Record<string, string>>
    readonly trends: string
    readonly clock: string
  }
}

/** The value at a path such as `artist.name`. */
const valueAt = (row: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      row,
    )

const textOf = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return value === "" ? [] : [value]
  if (typeof value === "boolean") return [value ? "yes" : "no"]
  return typeof value === "number" && value !== 0 ? [String(value)] : []
}

/** The text at the first of these paths that has one. */
export const field =
  (...paths: ReadonlyArray<string>): Dimension =>
  (row) =>
    paths.map((path) => textOf(valueAt(row, path))).find((texts) => texts.length > 0) ?? []

/** Each text of a list at a path, or of a field of its items. */
export const each =
  (path: string, of?: string): Dimension =>
  (row) => {
    const list = valueAt(row, path)
    return Array.isArray(list)
      ? list.flatMap((item) => textOf(of === undefined ? item : valueAt(item, of)))
      : []
  }

/** The texts of all of these. */
export const allOf =
  (...dimensions: ReadonlyArray<Dimension>): Dimension =>
  (row) =>
    dimensions.flatMap((dimension) => dimension(row))

/** Both texts as one, such as an album and its artist: another artist's album of the same name is another one. */
export const both =
  (name: Dimension, owner: Dimension): Dimension =>
  (row) =>
    name(row).map((text) => [text, ...owner(row)].join(" by "))

/** The number at a path; 0 is unknown. */
export const numberAt =
  (path: string) =>
  (row: Row): number | undefined => {
    const value = valueAt(row, path)
    return typeof value === "number" && value !== 0 ? value : undefined
  }
