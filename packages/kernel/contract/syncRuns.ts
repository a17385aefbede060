import type { SyncRuns } from "@daybook/kernel"
import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { syncLocksContract } from "./syncLocks.ts"
import { syncRecordContract } from "./syncRecord.ts"

/** The contract of every `SyncRuns`. `fresh` returns a layer with nothing on record, built again for each test. */
export const syncRunsContract = (adapter: string, fresh: () => Layer.Layer<SyncRuns>): void => {
  describe(`${adapter}: one sync of a domain at a time`, () => syncLocksContract(fresh))
  describe(`${adapter}: the record of syncs`, () => syncRecordContract(fresh))
}
