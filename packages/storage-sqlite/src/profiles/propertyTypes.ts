import type { Place, PropertyType } from "@daybook/profiles"
import { mustFind } from "@daybook/storage-sql"
import type { Database } from "../sql/database.ts"
import { type Property, readProperties } from "./rows.ts"

/** Makes the functions that find a property of a place by its name, and that store one that is new. */
export const propertyTypesIn = ({ many }: Database["Service"]) => ({
  find: ({ version, workspace }: Place, name: string): Property | undefined =>
    readProperties(
      many({
        text: "select id, type from property_types where workspace = ? and version = ? and name = ?",
        rows: [[workspace, version, name]],
      }),
    )[0],
  add: ({ version, workspace }: Place, name: string, type: PropertyType): Property =>
    mustFind(
      readProperties(
        many({
          text: "insert into property_types (workspace, version, name, type) values (?, ?, ?, ?) returning id, type",
          rows: [[workspace, version, name, type]],
        }),
      )[0],
      "property",
      name,
    ),
})
