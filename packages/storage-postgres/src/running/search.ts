import { searchIn } from "../search/index.ts"

/** Runs as items that a search finds. */
export const runningSearch = searchIn("running", (sql) => ({
  run: {
    id: "text",
    select: sql`select (runs.source || ':' || runs.ref) collate "C" as id, runs.name as title,
          concat_ws(', ', nullif(run_gear.name, ''), nullif(city, '')) as subtitle, started_at as at, '' as url,
          '' as image_url, '' as text
        from runs left join run_gear on run_gear.source = runs.source and run_gear.ref = gear_ref
        where not is_duplicate and runs.name <> ''`,
  },
}))
