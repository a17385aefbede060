import type { ChangedProfile, ChangingProperties, Place, StoredProfile } from "@daybook/profiles"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { changedNames, everyIndexedValue, indexedValuesOf } from "./indexedValues.ts"
import { type PlacedProfile, placedProfiles, profiles as table, type Property } from "./rows.ts"

/** Makes the functions that read and write profiles of a place by their own ids. */
export const profileRowsIn = ({ all, many, sql }: Database["Service"]) => ({
  read: ({ version, workspace }: Place, ids: Iterable<string>): ReadonlyMap<string, StoredProfile> =>
    new Map(
      table
        .read(
          all(sql`select ${table.columns} from profiles where workspace = ${workspace} and version = ${version}
            and distinct_id in (select value from json_each(${jsonList([...ids])}))`),
        )
        .map(({ distinctId, properties, ...times }) => [
          distinctId,
          { ...times, properties: new Map(Object.entries(properties)) },
        ]),
    ),
  /** Writes changed profiles, with the index of their values. Values of changing properties are all indexed again. */
  write: (
    place: Place,
    changed: ReadonlyMap<string, ChangedProfile>,
    changing: ChangingProperties,
    propertyOf: (name: string) => Property,
  ): void => {
    const written: Array<PlacedProfile> = []
    const gone: Array<ReadonlyArray<unknown>> = []
    const oldValues: Array<ReadonlyArray<unknown>> = []
    const newValues: Array<ReadonlyArray<unknown>> = []
    for (const [distinctId, { after, before }] of changed) {
      if (after === undefined) gone.push([place.workspace, place.version, distinctId])
      else written.push({ ...place, distinctId, ...after, properties: Object.fromEntries(after.properties) })
      for (const name of new Set([...changedNames(before, after?.properties), ...changing.keys()])) {
        if (before?.has(name) !== true && after?.properties.has(name) !== true) continue
        const { id, isChanging, type } = propertyOf(name)
        const old = isChanging
          ? everyIndexedValue(before?.get(name))
          : indexedValuesOf(type, before?.get(name))
        const now = indexedValuesOf(type, after?.properties.get(name))
        for (const value of old) if (!now.has(value)) oldValues.push([id, value, distinctId])
        for (const value of now) if (isChanging || !old.has(value)) newValues.push([id, value, distinctId])
      }
    }
    many({ text: "delete from profiles where workspace = ? and version = ? and distinct_id = ?", rows: gone })
    many(placedProfiles.insert(written, placedProfiles.replace("workspace", "version", "distinctId")))
    many({
      text: "delete from profile_values where property = ? and value = ? and distinct_id = ?",
      rows: oldValues,
    })
    many({
      text: "insert into profile_values (property, value, distinct_id) values (?, ?, ?) on conflict do nothing",
      rows: newValues,
    })
  },
})
