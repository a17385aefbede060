/** Any JSON. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | Schema

/** An object of a document, such as a schema. */
export interface Schema {
  readonly [name: string]: Json
}

const isObject = (value: Json): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The same for any JSON. */
export const mapValue = (value: Json, change: (object: Schema) => Schema): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => mapValue(item, change))
  return isObject(value) ? mapObjects(value, change) : value
}

/** The same tree with each of its objects changed, the innermost first. */
export const mapObjects = (object: Schema, change: (object: Schema) => Schema): Schema =>
  change(Object.fromEntries(Object.entries(object).map(([name, value]) => [name, mapValue(value, change)])))
