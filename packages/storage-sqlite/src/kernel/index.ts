import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as Versions from "./dataVersions.ts"
import * as Edits from "./edits.ts"
import * as Imports from "./imports.ts"
import * as ServiceStates from "./serviceStates.ts"
import * as SyncRuns from "./syncRuns.ts"
import * as Tokens from "./tokens.ts"
import * as Webhooks from "./webhooks.ts"

export { DatabaseUnusable } from "../errors.ts"
export { AllowNewerSchema } from "../sql/migrator.ts"

/** The versions of the data, the syncs, imports and webhooks on record and the tokens that services rotate, with their tables. */
export const layer = takingOwn(
  Layer.mergeAll(
    Versions.layer,
    Edits.layer,
    Imports.layer,
    ServiceStates.layer,
    SyncRuns.layer,
    Tokens.layer,
    Webhooks.layer,
  ),
)
