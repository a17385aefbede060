import {
  DataVersions,
  Edits as EditsPort,
  ImportStore,
  ServiceStates as States,
  RejectedRowStore,
  SyncRuns as Runs,
  SettingStore,
  withStoreOverrides,
  TokenStore,
  WebhookStore,
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
import { madeOf, sidesOf, withSides } from "../worker/sides.ts"
import * as Versions from "./dataVersions.ts"
import * as SyncRuns from "./syncRuns.ts"
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

const sides = [
  sidesOf(DataVersions, { current: "here", asked: "here", probe: "probe" }),
  sidesOf(EditsPort, { list: "read", find: "read" }),
  sidesOf(ImportStore, {
    add: "write",
    find: "read",
    list: "read",
    unfinished: "read",
    ended: "read",
    progress: "write",
    wait: "write",
    end: "write",
  }),
  sidesOf(SyncRuns.RunRows, {
    interrupt: "write",
    begin: "write",
    progress: "write",
    end: "write",
    list: "read",
  }),
  madeOf(Runs, SyncRuns.RunRows, SyncRuns.onRows),
  sidesOf(States, { succeeded: "write", failed: "write", list: "read" }),
  sidesOf(RejectedRowStore, {
    keep: "write",
    refs: "read",
    remove: "write",
    due: "read",
    doubtful: "read",
    retry: "write",
    list: "read",
  }),
  sidesOf(SettingStore, { all: "read", change: "write" }),
  sidesOf(TokenStore, { get: "read", put: "write" }),
  sidesOf(WebhookStore, {
    insert: "write",
    list: "read",
    switchTo: "write",
    remove: "write",
    tell: "write",
    due: "read",
    next: "read",
    settle: "write",
    deliveries: "read",
    retry: "write",
    forget: "write",
  }),
]

/** The versions of the data, the syncs, imports and webhooks on record, the owner's settings and the tokens that services rotate, with their tables. */
export const layer = withStoreOverrides(
  withSides(
    Layer.mergeAll(
      Versions.layer,
      Edits.layer,
      layerOf(ImportStore, migrateImports, importStore),
      layerOf(States, migrateServiceStates, serviceStates),
      layerOf(RejectedRowStore, migrateSetAside, rejectedRowStore),
      SyncRuns.layer,
      writingLayerOf(SettingStore, migrateSettings, "settings", settingStore),
      layerOf(TokenStore, migrateTokens, tokenStore),
      Webhooks.layer,
    ),
    sides,
  ),
)
