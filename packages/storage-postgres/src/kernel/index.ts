import {
  ImportStore,
  RejectedRowStore,
  ServiceStates,
  SettingStore,
  withStoreOverrides,
  TokenStore,
} from "@daybook/kernel"
import {
  importStore,
  rejectedRowStore,
  serviceStates,
  settingStore,
  tokenStore,
} from "@daybook/storage-sql/kernel"
import * as Layer from "effect/Layer"
import { layerOf, writingLayerOf } from "../sharedStores.ts"
import * as Edits from "./edits.ts"
import * as SyncRuns from "./syncRuns.ts"
import * as Versions from "./dataVersions.ts"
import {
  migrateImports,
  migrateServiceStates,
  migrateSetAside,
  migrateSettings,
  migrateTokens,
} from "./migrations.ts"
import * as Webhooks from "./webhooks.ts"

export { DatabaseUnusable } from "../errors.ts"
export { AllowNewerSchema } from "../sql/migrator.ts"

/** The versions of the data, the syncs, imports and webhooks on record, the owner's settings and the tokens that services rotate, in SQL with their tables. */
export const layer = withStoreOverrides(
  Layer.mergeAll(
    Versions.layer,
    Edits.layer,
    layerOf(ImportStore, migrateImports, importStore),
    layerOf(ServiceStates, migrateServiceStates, serviceStates),
    layerOf(RejectedRowStore, migrateSetAside, rejectedRowStore),
    SyncRuns.layer,
    writingLayerOf(SettingStore, migrateSettings, "settings", settingStore),
    layerOf(TokenStore, migrateTokens, tokenStore),
    Webhooks.layer,
  ),
)
