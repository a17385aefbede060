import type { EpochMillis } from "@daybook/kernel"
import {
  type Asked,
  type Bucket,
  bucketSkewMillis,
  type WorkspaceId,
  WorkspaceStore,
} from "@daybook/profiles"
import { mustFind, type Sql } from "@daybook/storage-sql"
import { workspaceStore } from "@daybook/storage-sql/profiles"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import { writingLayerOf } from "../../sharedStores.ts"
import { rowsOf } from "../../sql/table.ts"
import { migrateWorkspaces } from "./migrations.ts"

const readDrawn = rowsOf(Schema.Struct({ granted: Schema.Int, left: Schema.Finite }))

// One statement by the rule of `drawFrom`; `old` is the level before it, filled up to now.
const drawIn = ({ instant, sql }: Sql) =>
  Effect.fn("WorkspaceStore.draw")(function* (
    workspace: WorkspaceId,
    { burst, perSecond }: Bucket,
    { owed, wanted }: Asked,
    now: EpochMillis,
  ) {
    const size = sql`${burst}::float8`
    const filled = sql`least(${size}, old.level
      + greatest(0, extract(epoch from excluded.at - old.at)::float8) * ${perSecond}::float8) - ${owed}::float8`
    const granted = (level: Fragment) => sql`least(${wanted}::int, greatest(0, floor(${level}))::int)`
    const full = sql`${size} - ${owed}::float8`
    const [drawn] = readDrawn(
      yield* sql`insert into workspace_buckets as old (workspace, level, at, granted)
        values (${workspace}, ${full} - ${granted(full)}, ${instant(now)}, ${granted(full)})
        on conflict (workspace) do update set
          level = ${filled} - ${granted(filled)},
          granted = ${granted(filled)},
          at = case when old.at > excluded.at + ${`${bucketSkewMillis} milliseconds`}::interval then excluded.at
            else greatest(old.at, excluded.at) end
        returning granted, level as left`,
    )
    return mustFind(drawn, "bucket", workspace)
  }, Effect.orDie)

/** Workspaces and their keys in SQL. */
export const layer = writingLayerOf(WorkspaceStore, migrateWorkspaces, "workspaces", (database, write) => ({
  ...workspaceStore(database, write),
  draw: drawIn(database),
}))
