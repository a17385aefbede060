/** Any JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** A place in JSON: names and indexes, from the outside in. */
export type Path = ReadonlyArray<string | number>

/** Every place within a value. */
export const pathsIn = (value: Json, before: Path = []): ReadonlyArray<Path> =>
  value === null || typeof value !== "object"
    ? []
    : Object.entries(value).flatMap(([name, one]): ReadonlyArray<Path> => {
        const path = [...before, Array.isArray(value) ? Number(name) : name]
        return [path, ...pathsIn(one, path)]
      })

/** The kind of a change. "value" puts another value in its place, as JSON text. */
export const changes = ["value", "missing", "null", "twice", "listed", "nested"] as const

/** A change of one place. */
export interface Change {
  readonly how: (typeof changes)[number] | "extra"
  readonly value: string
}

const mark = "@@"

/** A text that no JSON has: what it stands for is written in its place. */
const placeholder = (index: number) => `${mark}${index}${mark}`

/**
 * A value as JSON, with changes. Each change is written as it is: numbers that no double holds, names that arrive twice,
 * and text that is not JSON at all.
 */
export const writeChanged = (
  value: Json,
  edits: ReadonlyArray<{ readonly path: Path; readonly change: Change }>,
): string => {
  const written: Array<string> = []
  const put = (text: string) => placeholder(written.push(text) - 1)
  let changed: Json = value
  for (const { change, path } of edits) changed = edit(changed, path, change, put)
  const restore = (text: string): string =>
    text.replace(new RegExp(`"${mark}(\\d+)${mark}"`, "g"), (_, index) =>
      restore(written[Number(index)] ?? ""),
    )
  return restore(JSON.stringify(changed))
}

const edit = (value: Json, path: Path, change: Change, put: (text: string) => string): Json => {
  const [name, ...rest] = path
  if (name === undefined || value === null || typeof value !== "object") return value
  if (Array.isArray(value)) {
    return value.flatMap((one: Json, index): ReadonlyArray<Json> => {
      if (index !== name) return [one]
      if (rest.length > 0) return [edit(one, rest, change, put)]
      return change.how === "missing" ? [] : change.how === "twice" ? [one, one] : [changed(one, change, put)]
    })
  }
  const entries = Object.entries(value as { readonly [name: string]: Json }).flatMap(
    ([key, one]): ReadonlyArray<readonly [string, Json]> => {
      if (key !== name) return [[key, one]]
      if (rest.length > 0) return [[key, edit(one, rest, change, put)]]
      if (change.how === "missing") return []
      return [[key, changed(one, change, put)]]
    },
  )
  const again: ReadonlyArray<readonly [string, Json]> =
    change.how === "extra" && rest.length === 0
      ? [
          ["__proto__", put(change.value)],
          ["more", put(change.value)],
        ]
      : []
  return Object.fromEntries([...entries, ...again])
}

const changed = (one: Json, { how, value }: Change, put: (text: string) => string): Json => {
  switch (how) {
    case "null":
      return null
    case "twice":
      // The same name again, which an object cannot express.
      return put(`${JSON.stringify(one)},"twice":${JSON.stringify(one)}`)
    case "listed":
      return [one]
    case "nested":
      return { value: one }
    default:
      return how === "extra" ? one : put(value)
  }
}
