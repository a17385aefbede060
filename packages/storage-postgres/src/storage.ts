import * as Layer from "effect/Layer"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Attending from "./attending.ts"
import * as Filters from "./filters.ts"
import * as Catalog from "./catalog.ts"
import * as Collecting from "./collecting.ts"
import * as Images from "./images.ts"
import * as Keys from "./keys.ts"
import * as Listening from "./listening.ts"
import * as Places from "./places.ts"
import * as Profiles from "./profiles.ts"
import * as RateLimiter from "./rateLimiter.ts"
import * as Running from "./running.ts"
import * as SyncRuns from "./syncRuns.ts"
import * as Tokens from "./tokens.ts"
import * as Reading from "./reading.ts"
import * as Vectors from "./vectors.ts"
import * as Versions from "./versions.ts"
import * as Watching from "./watching.ts"
import * as Workspaces from "./workspaces.ts"

export * as Attending from "./attending.ts"
export * as Filters from "./filters.ts"
export * as Catalog from "./catalog.ts"
export * as Collecting from "./collecting.ts"
export * as Images from "./images.ts"
export * as Keys from "./keys.ts"
export * as Listening from "./listening.ts"
export * as Places from "./places.ts"
export * as Profiles from "./profiles.ts"
export * as RateLimiter from "./rateLimiter.ts"
export * as Running from "./running.ts"
export * as SyncRuns from "./syncRuns.ts"
export * as Tokens from "./tokens.ts"
export * as Reading from "./reading.ts"
export * as Vectors from "./vectors.ts"
export * as Versions from "./versions.ts"
export * as Watching from "./watching.ts"
export * as Workspaces from "./workspaces.ts"

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
