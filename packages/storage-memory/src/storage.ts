import * as Layer from "effect/Layer"
import * as Access from "./access.ts"
import * as Catalog from "./catalog.ts"
import * as Versions from "./dataVersions.ts"
import * as Listening from "./listening.ts"
import * as Profiles from "./profiles.ts"
import * as Syncs from "./sync.ts"
import * as Workspaces from "./workspaces.ts"

export * as Access from "./access.ts"
export * as Catalog from "./catalog.ts"
export * as Versions from "./dataVersions.ts"
export * as Listening from "./listening.ts"
export * as Profiles from "./profiles.ts"
export * as Syncs from "./sync.ts"
export * as Workspaces from "./workspaces.ts"

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
  Syncs.layer,
  Profiles.layer,
  Workspaces.layer,
).pipe(Layer.provide(Versions.counts))
