/** Any JSON. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | Schema

/** An object within a document, such as a schema. */
export interface Schema {
  readonly [name: string]: Json
}

const isObject = (value: Json | undefined): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The object under a name; undefined if there is none. */
export const objectAt = (object: Schema, name: string): Schema | undefined => {
  const value = object[name]
  return isObject(value) ? value : undefined
}

/** The objects inside an object, with their names. */
export const objectsIn = (
  object: Schema | undefined,
): ReadonlyArray<readonly [name: string, value: Schema]> =>
  Object.entries(object ?? {}).flatMap(([name, value]) => (isObject(value) ? [[name, value] as const] : []))

/** As `mapObjects`, for any JSON. */
const mapValue = (value: Json, change: (object: Schema) => Schema): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => mapValue(item, change))
  return isObject(value) ? mapObjects(value, change) : value
}

/** Changes each object of a tree, innermost first. */
export const mapObjects = (object: Schema, change: (object: Schema) => Schema): Schema =>
  change(Object.fromEntries(Object.entries(object).map(([name, value]) => [name, mapValue(value, change)])))
