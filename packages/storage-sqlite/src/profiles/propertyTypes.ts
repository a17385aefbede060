import type { Place, PropertyType } from "@daybook/profiles"
import { mustFind } from "@daybook/storage-sql"
import type { Database } from "../sql/database.ts"
import { type Property, readProperties } from "./rows.ts"

/** Makes the functions that find a property of a place, and that open those of a place for requests. */
export const propertyTypesIn = ({ many }: Database["Service"]) => {
  const find = ({ version, workspace }: Place, name: string): Property | undefined =>
    readProperties(
      many({
        text: "select id, type from property_types where workspace = ? and version = ? and name = ?",
        rows: [[workspace, version, name]],
      }),
    )[0]

  /** The properties of a place, each looked up once. */
  const known = (place: Place) => {
    const { version, workspace } = place
    const found = new Map<string, Property>()
    const lookUp = (name: string): Property | undefined => {
      const property = found.get(name) ?? find(place, name)
      if (property !== undefined) found.set(name, property)
      return property
    }
    return {
      find: lookUp,
      /** A property that some value has. */
      get: (name: string): Property => mustFind(lookUp(name), "property", name),
      /** The types of those that were found. */
      types: () => new Map(Array.from(found, ([name, { type }]) => [name, type])),
      add: (name: string, type: PropertyType): void => {
        const [made] = readProperties(
          many({
            text: "insert into property_types (workspace, version, name, type) values (?, ?, ?, ?) returning id, type",
            rows: [[workspace, version, name, type]],
          }),
        )
        found.set(name, mustFind(made, "property", name))
      },
    }
  }

  return { find, known }
}
