import type { DataVersions, Edits } from "@daybook/kernel"
import type { RunStore } from "@daybook/running"
import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { journalContract, searchContract } from "@daybook/kernel/contract"
import { detailsContract } from "./details.ts"
import { editingContract } from "./edits.ts"
import { hostileContract } from "./hostile.ts"
import { runJournal, runSearch } from "./journal.ts"
import { listsContract } from "./lists.ts"
import { storingContract } from "./storing.ts"
import { tellingsContract } from "./duplicateRuns.ts"
import { yearsContract } from "./years.ts"

export { durableRunStoreContract } from "./durable.ts"

/**
 * The contract of every `RunStore`, with the data versions of "running". `fresh` returns an empty store, built again for
 * each test and each run of a property. `zone` is the IANA name of the owner's time zone.
 */
export const runStoreContract = (
  adapter: string,
  fresh: (zone: string) => Layer.Layer<RunStore | DataVersions | Edits>,
): void => {
  describe(`${adapter}: storing runs`, () => storingContract(fresh))
  describe(`${adapter}: hostile texts and times of runs`, () => hostileContract(fresh))
  describe(`${adapter}: edits of runs`, () => editingContract(fresh))
  describe(`${adapter}: lists of runs`, () => listsContract(fresh))
  describe(`${adapter}: the details of runs`, () => detailsContract(fresh))
  describe(`${adapter}: runs that several sources report`, () => tellingsContract(fresh))
  describe(`${adapter}: a year of runs`, () => yearsContract(fresh))
  describe(`${adapter}: the search of runs`, () => searchContract(runSearch, fresh))
  describe(`${adapter}: the journal of runs`, () => journalContract(runJournal, fresh))
}
