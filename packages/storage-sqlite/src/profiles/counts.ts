import {
  type Operation,
  type Place,
  type PlaceChanges,
  PropertyType,
  type TotalKind,
  type Usage,
} from "@daybook/profiles"
import type { EpochMillis, LocalDate } from "@daybook/kernel"
import type { Database } from "../sql/database.ts"
import { readRequestCounts, readTotals, totals as totalTable, usage as usageTable } from "./rows.ts"

/** Makes the functions that count. Totals are stored as they change: reading them visits no profile. */
export const countsIn = ({ all, many, sql }: Database["Service"]) => ({
  addTotals: (place: Place, totals: Iterable<readonly [TotalKind, number]>): void => {
    const changed = [...totals].filter(([, number]) => number !== 0)
    many(
      totalTable.insert(
        changed.map(([kind, number]) => ({ ...place, kind, number })),
        "on conflict (workspace, version, kind) do update set number = profile_totals.number + excluded.number",
      ),
    )
  },
  addRequests: (place: Place, day: LocalDate, requests: Iterable<readonly [Operation, number]>): void => {
    many(
      usageTable.insert(
        Array.from(requests, ([operation, number]) => ({ ...place, day, operation, requests: number })),
        `on conflict (workspace, version, day, operation)
          do update set requests = profile_usage.requests + excluded.requests`,
      ),
    )
  },
  addProperties: (place: Place, uses: PlaceChanges["properties"], now: EpochMillis): void => {
    many({
      text: `insert into property_counts (workspace, version, name, profiles, first_set_at, last_set_at)
        values (?, ?, ?, ?, ?, ?) on conflict (workspace, version, name) do update set
          profiles = property_counts.profiles + excluded.profiles,
          first_set_at = coalesce(property_counts.first_set_at, excluded.first_set_at),
          last_set_at = coalesce(excluded.last_set_at, property_counts.last_set_at)`,
      rows: Array.from(uses, ([name, { isSet, profiles }]) => {
        const setAt = isSet ? now : null
        return [place.workspace, place.version, name, profiles, setAt, setAt]
      }),
    })
  },
  read: ({ version, workspace }: Place, since: LocalDate): Usage => {
    const here = sql`workspace = ${workspace} and version = ${version}`
    const totals = readTotals(all(sql`select kind, number from profile_totals where ${here}`))
    const numbers = new Map(totals.map(({ kind, number }) => [kind, number]))
    const properties = PropertyType.literals.map((type) => [type, numbers.get(type) ?? 0] as const)
    return {
      profiles: numbers.get("profile") ?? 0,
      bytes: numbers.get("bytes") ?? 0,
      properties: Object.fromEntries(properties) as Usage["properties"],
      requests: readRequestCounts(
        all(sql`select day, operation, requests from profile_usage
          where ${here} and day >= ${since} order by day, operation`),
      ),
    }
  },
})
