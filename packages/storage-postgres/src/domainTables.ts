import * as Effect from "effect/Effect"
import { migrateJournal } from "./journal/index.ts"
import { migrateEdits, migrateVersions } from "./kernel/migrations.ts"
import { migrateSearch } from "./search/index.ts"
import { migrate } from "./sql/migrator.ts"

/**
 * `migrate` for the tables of a domain, after those that every domain's own are on: the versions of data, the edits,
 * the counts of entries, and the changes of titles.
 */
export const migrateDomain = (...own: Parameters<typeof migrate>): ReturnType<typeof migrate> =>
  Effect.all([migrateVersions, migrateEdits, migrateJournal, migrateSearch, migrate(...own)], {
    discard: true,
  })
