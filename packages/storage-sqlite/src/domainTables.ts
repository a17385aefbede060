import * as Effect from "effect/Effect"
import { migrateJournal } from "./journal/migrations.ts"
import { migrateEdits, migrateVersions } from "./kernel/migrations.ts"
import { migrateSearch } from "./search/migrations.ts"
import { migrate } from "./sql/migrator.ts"

/**
 * `migrate` for the tables of a domain, after those that every domain's own are on: the versions of data, the edits,
 * the counts of entries, and the titles.
 */
export const migrateDomain = (...own: Parameters<typeof migrate>): ReturnType<typeof migrate> =>
  Effect.all([migrateVersions, migrateEdits, migrateJournal, migrateSearch, migrate(...own)], {
    discard: true,
  })
