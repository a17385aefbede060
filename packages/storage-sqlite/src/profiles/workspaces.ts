import type { EpochMillis } from "@daybook/kernel"
import {
  type Asked,
  type Bucket,
  type BucketLevel,
  drawFrom,
  type WorkspaceId,
  WorkspaceStore,
} from "@daybook/profiles"
import { workspaceStore } from "@daybook/storage-sql/profiles"
import * as Effect from "effect/Effect"
import { writingLayerOf } from "../sharedStores.ts"
import { migrateWorkspaces } from "./migrations.ts"

/** Workspaces and their keys, in SQLite. */
export const layer = writingLayerOf(WorkspaceStore, migrateWorkspaces, "workspaces", (database, write) => {
  // One process writes a file, so its buckets are in memory: they are full again when it starts.
  const buckets = new Map<WorkspaceId, BucketLevel>()
  return {
    ...workspaceStore(database, write),
    draw: (workspace: WorkspaceId, bucket: Bucket, asked: Asked, now: EpochMillis) =>
      Effect.sync(() => {
        const { at, granted, left, level } = drawFrom(buckets.get(workspace), bucket, asked, now)
        buckets.set(workspace, { at, level })
        return { granted, left }
      }),
  }
})
