import type { Database } from "../sql/database.ts"
import { searchIn } from "../search/index.ts"

/** Runs as items that a search finds. */
export const runningSearch = ({ sql }: Database["Service"]) =>
  searchIn("running", {
    run: {
      select: sql`select id, runs.name as title, coalesce(run_gear.name, '')
          || iif(coalesce(run_gear.name, '') <> '' and city <> '', ', ', '') || city as subtitle,
          started_at as at, '' as url, '' as image_url, '' as text
        from runs left join run_gear on run_gear.source = runs.source and run_gear.ref = gear_ref
        where not is_duplicate and runs.name <> ''`,
    },
  })
