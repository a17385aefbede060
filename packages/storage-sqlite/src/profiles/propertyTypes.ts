import type { ChangingProperties, Place, PropertyType } from "@daybook/profiles"
import { mustFind } from "@daybook/storage-sql"
import type { Database } from "../sql/database.ts"
import { type Property, readChanging, readProperties, readTypes } from "./rows.ts"

/** Makes the functions that find a property of a place, and that open a place's properties for requests. */
export const propertyTypesIn = ({ all, many, sql }: Database["Service"]) => {
  const find = ({ version, workspace }: Place, name: string): Property | undefined =>
    readProperties(
      many({
        text: `select id, type, exists (select 1 from property_changes as c where c.workspace = t.workspace
            and c.version = t.version and c.name = t.name) as is_changing
          from property_types as t where workspace = ? and version = ? and name = ?`,
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
      /** The types of the found ones. */
      types: () => new Map(Array.from(found, ([name, { type }]) => [name, type])),
      add: (name: string, type: PropertyType): void => {
        const [made] = readProperties(
          many({
            text: "insert into property_types (workspace, version, name, type) values (?, ?, ?, ?) returning id, type, false as is_changing",
            rows: [[workspace, version, name, type]],
          }),
        )
        found.set(name, mustFind(made, "property", name))
      },
    }
  }

  /** The properties of a place whose values are being changed. */
  const changing = ({ version, workspace }: Place): ChangingProperties =>
    new Map(
      readChanging(
        many({
          text: "select name, to_type from property_changes where workspace = ? and version = ?",
          rows: [[workspace, version]],
        }),
      ).map(({ name, toType }) => [name, toType]),
    )

  return {
    find,
    known,
    changing,
    all: ({ version, workspace }: Place): ReadonlyMap<string, PropertyType> =>
      new Map(
        readTypes(
          all(
            sql`select name, type from property_types where workspace = ${workspace} and version = ${version}`,
          ),
        ).map(({ name, type }) => [name, type]),
      ),
  }
}
