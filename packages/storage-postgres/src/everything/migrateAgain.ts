import type { Everything } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import {
  migrateKeys,
  migrateLeases,
  migrateOAuth,
  migrateShares,
  migrateSignInLinks,
} from "../access/migrations.ts"
import { migrateAttending } from "../attending/migrations.ts"
import { migrateCollecting } from "../collecting/migrations.ts"
import { migrateImages } from "../images/migrations.ts"
import { migrateJournal } from "../journal/migrations.ts"
import {
  migrateEdits,
  migrateImports,
  migrateServiceStates,
  migrateSetAside,
  migrateSettings,
  migrateSyncRuns,
  migrateTokens,
  migrateVersions,
  migrateWebhooks,
} from "../kernel/migrations.ts"
import { migrateListening, migratePlayDetails, migratePlayingNow } from "../listening/migrations.ts"
import { migratePlaces } from "../places/migrations.ts"
import { migrateProfiles } from "../profiles/migrations.ts"
import { migrateWorkspaces } from "../profiles/workspaces/migrations.ts"
import { migrateReading, migrateReadingVectors } from "../reading/migrations.ts"
import { migrateRunning } from "../running/migrations.ts"
import { migrateSearch } from "../search/migrations.ts"
import { LastMigrations } from "../sql/migrator.ts"
import { migrateWatching } from "../watching/migrations.ts"

/** The migrations of every record that Daybook brings. */
export const everyMigration = {
  access: migrateKeys,
  attending: migrateAttending,
  collecting: migrateCollecting,
  edits: migrateEdits,
  images: migrateImages,
  imports: migrateImports,
  journal: migrateJournal,
  listening: migrateListening,
  oauth: migrateOAuth,
  places: migratePlaces,
  play_details: migratePlayDetails,
  playing_now: migratePlayingNow,
  profiles: migrateProfiles,
  rate_limits: migrateLeases,
  reading: migrateReading,
  reading_vectors: migrateReadingVectors,
  running: migrateRunning,
  search: migrateSearch,
  service_states: migrateServiceStates,
  set_aside: migrateSetAside,
  settings: migrateSettings,
  shares: migrateShares,
  sign_in_links: migrateSignInLinks,
  syncs: migrateSyncRuns,
  tokens: migrateTokens,
  versions: migrateVersions,
  watching: migrateWatching,
  webhooks: migrateWebhooks,
  workspaces: migrateWorkspaces,
}

/** Makes the tables of everything that Daybook brings, as they are now. */
export const makeOurTables = Effect.forEach(Object.values(everyMigration), (migrate) => migrate, {
  discard: true,
})

/**
 * Makes the tables as they were when an export of format 1 was made. Migrations that have landed are never edited, so this version
 * makes the tables of every earlier one, and the next opening of the store brings them up to date with the rows in them.
 */
export const migrateAgain = (migrations: Everything.Numbers) =>
  Effect.forEach(
    Object.entries(everyMigration).filter(([name]) => name in migrations),
    ([, migrate]) => migrate,
    { discard: true },
  ).pipe(Effect.provideService(LastMigrations, migrations))
