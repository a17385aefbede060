import * as Layer from "effect/Layer"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Attending from "./attending/store.ts"
import * as Filters from "./listening/filters.ts"
import * as Catalog from "./listening/catalog.ts"
import * as Collecting from "./collecting/store.ts"
import * as Images from "./images/store.ts"
import * as Keys from "./access/store.ts"
import * as Listening from "./listening/store.ts"
import * as Places from "./places/store.ts"
import * as Profiles from "./profiles/store.ts"
import * as RateLimiter from "./access/rateLimiter.ts"
import * as Running from "./running/store.ts"
import * as SyncRuns from "./kernel/syncRuns.ts"
import * as Tokens from "./kernel/tokens.ts"
import * as Reading from "./reading/store.ts"
import * as Vectors from "./reading/vectors.ts"
import * as Versions from "./kernel/dataVersions.ts"
import * as Watching from "./watching/store.ts"
import * as Workspaces from "./profiles/workspaces.ts"

export * as Attending from "./attending/store.ts"
export * as Filters from "./listening/filters.ts"
export * as Catalog from "./listening/catalog.ts"
export * as Collecting from "./collecting/store.ts"
export * as Images from "./images/store.ts"
export * as Keys from "./access/store.ts"
export * as Listening from "./listening/store.ts"
export * as Places from "./places/store.ts"
export * as Profiles from "./profiles/store.ts"
export * as RateLimiter from "./access/rateLimiter.ts"
export * as Running from "./running/store.ts"
export * as SyncRuns from "./kernel/syncRuns.ts"
export * as Tokens from "./kernel/tokens.ts"
export * as Reading from "./reading/store.ts"
export * as Vectors from "./reading/vectors.ts"
export * as Versions from "./kernel/dataVersions.ts"
export * as Watching from "./watching/store.ts"
export * as Workspaces from "./profiles/workspaces.ts"

/**
 * PGlite has no autovacuum: what PostgreSQL does by itself is done here, soon after the start and then once a day.
 */
const upkeep = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (sql.driver !== "pglite") return
    const vacuum = sql`vacuum analyze`.unprepared.pipe(
      Effect.catchCause((cause) => Effect.logWarning("the daily vacuum failed", cause)),
    )
    yield* Effect.sleep("10 minutes").pipe(
      Effect.andThen(Effect.forever(Effect.andThen(vacuum, Effect.sleep("1 day")))),
      Effect.forkScoped,
    )
  }),
)

/**
 * Every storage port, on whichever `SqlClient` is provided: PostgreSQL or PGlite. Tables are made or brought up
 * to date as the layers are built. Whoever wants one domain takes that domain's layer alone.
 */
export const layer = Layer.mergeAll(
  Versions.layer,
  Keys.layer,
  RateLimiter.layer,
  Listening.layer,
  Catalog.layer,
  Attending.layer,
  Collecting.layer,
  Filters.layer,
  Running.layer,
  Images.layer,
  Reading.layer,
  Vectors.layer,
  Places.layer,
  SyncRuns.layer,
  Tokens.layer,
  Watching.layer,
  Profiles.layer,
  Workspaces.layer,
  upkeep,
)
