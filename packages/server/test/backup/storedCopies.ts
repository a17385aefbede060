import { CollectingStore } from "@daybook/collecting"
import { SqlStorage } from "@daybook/storage-postgres"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import type { Environment } from "../daybook.ts"
import type { Copy } from "../standIns/discogsStandIn.ts"
import { opened } from "../openedStores.ts"

/** The copies that a store has, by instance; no server has it open. */
export const copiesIn = (env: Environment): Promise<ReadonlyArray<Copy>> => {
  const read = Effect.flatMap(CollectingStore, (store) => store.recordsBeside("discogs", new Set()))
  return Effect.runPromise(
    Effect.map(read, (records) =>
      records.map(({ instanceId, releaseId }) => ({ release: releaseId, instance: instanceId })),
    ).pipe(
      Effect.provide(
        opened(env, {
          sqlite: SqliteStorage.Collecting.layer(),
          postgres: SqlStorage.Collecting.layer(),
        }),
      ),
    ),
  )
}

export const byInstance = (copies: ReadonlyArray<Copy>) => copies.toSorted((a, b) => a.instance - b.instance)
