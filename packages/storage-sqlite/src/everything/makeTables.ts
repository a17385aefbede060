import * as Effect from "effect/Effect"
import { migrateKeys, migrateOAuth, migrateShares, migrateSignInLinks } from "../access/migrations.ts"
import { migrateAttending } from "../attending/migrations.ts"
import { migrateCollecting } from "../collecting/migrations.ts"
import { migrateImages } from "../images/migrations.ts"
import {
  migrateImports,
  migrateServiceStates,
  migrateSetAside,
  migrateSettings,
  migrateSyncRuns,
  migrateTokens,
  migrateWebhooks,
} from "../kernel/migrations.ts"
import { migrateListening, migratePlayDetails, migratePlayingNow } from "../listening/migrations.ts"
import { migratePlaces } from "../places/migrations.ts"
import { migrateProfiles, migrateWorkspaces } from "../profiles/migrations.ts"
import { migrateReading, migrateReadingVectors } from "../reading/migrations.ts"
import { migrateRunning } from "../running/migrations.ts"
import { migrateWatching } from "../watching/migrations.ts"

/** Makes the tables of everything that Daybook brings. */
export const makeOurTables = Effect.all(
  [
    migrateKeys,
    migrateShares,
    migrateOAuth,
    migrateSignInLinks,
    migrateImages,
    migrateImports,
    migrateServiceStates,
    migrateSetAside,
    migrateSettings,
    migrateSyncRuns,
    migrateTokens,
    migrateWebhooks,
    migrateAttending,
    migrateCollecting,
    migrateListening,
    migratePlayDetails,
    migratePlayingNow,
    migratePlaces,
    migrateProfiles,
    migrateReading,
    migrateReadingVectors,
    migrateRunning,
    migrateWatching,
    migrateWorkspaces,
  ],
  { discard: true },
)
