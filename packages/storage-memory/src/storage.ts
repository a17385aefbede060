import * as Layer from "effect/Layer"
import * as Access from "./access/store.ts"
import * as Attending from "./attending/store.ts"
import * as Catalog from "./listening/catalog.ts"
import * as Collecting from "./collecting/store.ts"
import * as Versions from "./kernel/dataVersions.ts"
import * as Images from "./images/store.ts"
import * as Listening from "./listening/store.ts"
import * as Running from "./running/store.ts"
import * as Places from "./places/store.ts"
import * as Syncs from "./kernel/syncRuns.ts"
import * as Tokens from "./kernel/tokens.ts"
import * as Watching from "./watching/store.ts"
import * as Reading from "./reading/store.ts"
import * as Vectors from "./reading/vectors.ts"
import * as Profiles from "./profiles/store.ts"
import * as Workspaces from "./profiles/workspaces.ts"

export * as Access from "./access/store.ts"
export * as Attending from "./attending/store.ts"
export * as Catalog from "./listening/catalog.ts"
export * as Collecting from "./collecting/store.ts"
export * as Versions from "./kernel/dataVersions.ts"
export * as Images from "./images/store.ts"
export * as Listening from "./listening/store.ts"
export * as Running from "./running/store.ts"
export * as Places from "./places/store.ts"
export * as Syncs from "./kernel/syncRuns.ts"
export * as Tokens from "./kernel/tokens.ts"
export * as Watching from "./watching/store.ts"
export * as Reading from "./reading/store.ts"
export * as Vectors from "./reading/vectors.ts"
export * as Profiles from "./profiles/store.ts"
export * as Workspaces from "./profiles/workspaces.ts"

/**
 * Every storage port, in the memory of this process: for tests, and for programs that embed a domain and have
 * nothing to keep. Each time it is built it is empty. Whoever wants one domain takes that domain's layer alone, on
 * `Versions.counts`.
 */
export const layer = Layer.mergeAll(
  Versions.layer,
  Access.keyStore,
  Access.rateLimiter,
  Listening.layer,
  Catalog.layer,
  Attending.layer,
  Collecting.layer,
  Running.layer,
  Images.layer,
  Reading.layer,
  Vectors.layer,
  Places.layer,
  Syncs.layer,
  Tokens.layer,
  Watching.layer,
  Profiles.layer,
  Workspaces.layer,
).pipe(Layer.provide(Versions.counts))
