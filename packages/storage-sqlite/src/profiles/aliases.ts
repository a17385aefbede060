import { idLists, type Place } from "@daybook/profiles"
import type { Database } from "../sql/database.ts"
import { countRows } from "../sql/paging.ts"
import { jsonList } from "../sql/table.ts"
import { readAliases, readTexts } from "./rows.ts"

/** Makes the functions that follow ids of a place to other ones, and that lead them there. */
export const aliasesIn = (database: Database["Service"]) => {
  const { all, sql } = database
  const here = ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`
  return {
    /** The targets of the ids that resolve to another one, by these ids. */
    leadsOf: (place: Place, ids: Iterable<string>): Map<string, string> =>
      new Map(
        readAliases(
          all(sql`select distinct_id, target from profile_aliases
            where ${here(place)} and distinct_id in (select value from json_each(${jsonList([...ids])}))`),
        ).map(({ distinctId, target }) => [distinctId, target]),
      ),
    /** The ids that resolve to this one, by code point. */
    idsTo: (place: Place, target: string): ReadonlyArray<string> =>
      readTexts(
        all(sql`select distinct_id from profile_aliases
          where ${here(place)} and target = ${target} order by distinct_id`),
      ),
    /** The ids that lead to each of these, by code point. */
    idLists: (place: Place, targets: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> =>
      idLists(
        readAliases(
          all(sql`select distinct_id, target from profile_aliases
            where ${here(place)} and target in (select value from json_each(${jsonList(targets)})) order by distinct_id`),
        ),
      ),
    /** The number of aliases of this id. */
    countTo: (place: Place, target: string): number =>
      countRows(database, sql`profile_aliases where ${here(place)} and target = ${target}`),
    /** Leads an id, and all ids that resolve to it, to another one. */
    lead: (place: Place, source: string, target: string): void => {
      all(sql`update profile_aliases set target = ${target} where ${here(place)} and target = ${source}`)
      all(sql`insert into profile_aliases ${sql.insert({ ...place, distinct_id: source, target })}`)
    },
    /** Makes every alias of this id resolve to itself again. */
    release: (place: Place, target: string): void => {
      all(sql`delete from profile_aliases where ${here(place)} and target = ${target}`)
    },
  }
}
