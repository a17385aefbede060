import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as Edits from "./edits.ts"
import * as Imports from "./imports.ts"
import * as ServiceStates from "./serviceStates.ts"
import * as SyncRuns from "./syncRuns.ts"
import * as Tokens from "./tokens.ts"
import * as Versions from "./dataVersions.ts"
import * as Webhooks from "./webhooks.ts"

/** The versions that stores of one memory raise, their cursors and their journals, for stores of your own. */
export { journalOf } from "../journal/index.ts"
export { editLogIn, EditRows, inOneStep } from "./edits.ts"
export { makeCursors } from "./cursors.ts"
export { countsOf, raiseVersion, VersionCounts, versionIn } from "./dataVersions.ts"
/** The means to keep the calls that write to stores, and to make them again on others. */
export * as Calls from "../calls/index.ts"
export { calls } from "./calls.ts"

/** The versions of all stores in this memory, the syncs, imports and webhooks on record and the tokens that services rotate. */
export const layer = takingOwn(
  Layer.mergeAll(
    Versions.layer,
    Edits.layer,
    Imports.layer,
    ServiceStates.layer,
    SyncRuns.layer,
    Tokens.layer,
    Webhooks.layer,
  ).pipe(Layer.provide(Versions.countsOf("webhooks"))),
)
