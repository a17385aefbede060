import { bytesOf, type Place, type Properties } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { changedNames, indexedValuesOf } from "./indexedValues.ts"
import {
  type PlacedProfile,
  placedProfiles,
  profiles as table,
  type Property,
  type TotalKind,
} from "./rows.ts"

/** A profile without its id. */
export interface StoredProfile {
  readonly properties: Properties
  readonly createdAt: EpochMillis
  updatedAt: EpochMillis
}

/** A profile as it was read, and as it is to be stored. */
interface Held {
  readonly before: Properties | undefined
  after: StoredProfile | undefined
}

const none: Held = { before: undefined, after: undefined }

/** Reads profiles of a place by their own ids, for changes that are written together at the end. */
export const holdProfiles = (
  { all, many, sql }: Database["Service"],
  place: Place,
  ids: Iterable<string>,
) => {
  const { version, workspace } = place
  const held = new Map<string, Held>()
  const changed = new Set<string>()
  const found = table.read(
    all(sql`select ${table.columns} from profiles where workspace = ${workspace} and version = ${version}
      and distinct_id in (select value from json_each(${jsonList([...ids])}))`),
  )
  for (const { createdAt, distinctId, properties, updatedAt } of found) {
    const before = new Map(Object.entries(properties))
    held.set(distinctId, { before, after: { properties: new Map(before), createdAt, updatedAt } })
  }

  return {
    /** A profile, to be changed in place; then it is `put`. */
    get: (distinctId: string): StoredProfile | undefined => held.get(distinctId)?.after,
    put: (distinctId: string, after: StoredProfile | undefined): void => {
      const known = held.get(distinctId)
      if (known === undefined) held.set(distinctId, { before: undefined, after })
      else known.after = after
      changed.add(distinctId)
    },
    /** Writes those that were put, with the index of their values. Returns what that adds to the totals. */
    write: (propertyOf: (name: string) => Property): ReadonlyArray<readonly [TotalKind, number]> => {
      const written: Array<PlacedProfile> = []
      const gone: Array<ReadonlyArray<unknown>> = []
      const oldValues: Array<ReadonlyArray<unknown>> = []
      const newValues: Array<ReadonlyArray<unknown>> = []
      let count = 0
      let bytes = 0
      for (const distinctId of changed) {
        const { after, before } = held.get(distinctId) ?? none
        if (before !== undefined) [count, bytes] = [count - 1, bytes - bytesOf(before)]
        if (after !== undefined) [count, bytes] = [count + 1, bytes + bytesOf(after.properties)]
        if (after === undefined) gone.push([workspace, version, distinctId])
        else
          written.push({ ...place, distinctId, ...after, properties: Object.fromEntries(after.properties) })
        for (const name of changedNames(before, after?.properties)) {
          const { id, type } = propertyOf(name)
          const old = indexedValuesOf(type, before?.get(name))
          const now = indexedValuesOf(type, after?.properties.get(name))
          for (const value of old) if (!now.has(value)) oldValues.push([id, value, distinctId])
          for (const value of now) if (!old.has(value)) newValues.push([id, value, distinctId])
        }
      }
      many({
        text: "delete from profiles where workspace = ? and version = ? and distinct_id = ?",
        rows: gone,
      })
      many(placedProfiles.insert(written, placedProfiles.replace("workspace", "version", "distinctId")))
      many({
        text: "delete from profile_values where property = ? and value = ? and distinct_id = ?",
        rows: oldValues,
      })
      many({
        text: "insert into profile_values (property, value, distinct_id) values (?, ?, ?)",
        rows: newValues,
      })
      return [
        ["profile", count],
        ["bytes", bytes],
      ]
    },
  }
}
