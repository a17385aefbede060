import * as Layer from "effect/Layer"
import * as SyncRuns from "./syncRuns.ts"
import * as Tokens from "./tokens.ts"
import * as Versions from "./dataVersions.ts"

/** The versions that stores of one memory raise, and their cursors, for stores of your own. */
export { makeCursors } from "./cursors.ts"
export { counts, raiseVersion, VersionCounts } from "./dataVersions.ts"

/** The versions of all stores in this memory, the syncs on record and the tokens that services rotate. */
export const layer = Layer.mergeAll(Versions.layer, SyncRuns.layer, Tokens.layer).pipe(
  Layer.provide(Versions.counts),
)
