import * as Layer from "effect/Layer"
import * as Access from "./access.ts"
import * as Attending from "./attending.ts"
import * as Catalog from "./catalog.ts"
import * as Collecting from "./collecting.ts"
import * as Versions from "./dataVersions.ts"
import * as Images from "./images.ts"
import * as Listening from "./listening.ts"
import * as Running from "./running.ts"
import * as Places from "./places.ts"
import * as Syncs from "./sync.ts"
import * as Tokens from "./tokens.ts"
import * as Watching from "./watching.ts"
import * as Reading from "./reading.ts"
import * as Vectors from "./vectors.ts"
import * as Profiles from "./profiles.ts"
import * as Workspaces from "./workspaces.ts"

export * as Access from "./access.ts"
export * as Attending from "./attending.ts"
export * as Catalog from "./catalog.ts"
export * as Collecting from "./collecting.ts"
export * as Versions from "./dataVersions.ts"
export * as Images from "./images.ts"
export * as Listening from "./listening.ts"
export * as Running from "./running.ts"
export * as Places from "./places.ts"
export * as Syncs from "./sync.ts"
export * as Tokens from "./tokens.ts"
export * as Watching from "./watching.ts"
export * as Reading from "./reading.ts"
export * as Vectors from "./vectors.ts"
export * as Profiles from "./profiles.ts"
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
