import type { CollectingStore } from "@daybook/collecting"
import type { DataVersions, Edits } from "@daybook/kernel"
import { journalContract, searchContract } from "@daybook/kernel/contract"
import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { editingContract } from "./edits.ts"
import { filmsContract } from "./films.ts"
import { hostileContract } from "./hostile.ts"
import { listsContract } from "./lists.ts"
import { overviewContract } from "./overview.ts"
import { recordsContract } from "./records.ts"
import { collectingJournal, collectingSearch } from "./journal.ts"
import { wantlistContract } from "./wantlist.ts"
import { reviewContract } from "./review.ts"

export { durableCollectingStoreContract } from "./durable.ts"

/**
 * The contract of every `CollectingStore`, with the data versions of "collecting". `fresh` returns an empty store, built
 * again for each test and each run of a property.
 */
export const collectingStoreContract = (
  adapter: string,
  fresh: (zone?: string) => Layer.Layer<CollectingStore | DataVersions | Edits>,
): void => {
  describe(`${adapter}: records`, () => recordsContract(fresh))
  describe(`${adapter}: hostile texts of collections`, () => hostileContract(fresh))
  describe(`${adapter}: films`, () => filmsContract(fresh))
  describe(`${adapter}: wantlists`, () => wantlistContract(fresh))
  describe(`${adapter}: edits of collections`, () => editingContract(fresh))
  describe(`${adapter}: lists of collections`, () => listsContract(fresh))
  describe(`${adapter}: a period of additions next to the one before`, () => overviewContract(fresh))
  describe(`${adapter}: the journal of collections`, () => journalContract(collectingJournal, fresh))
  describe(`${adapter}: reviews of collections`, () => reviewContract(fresh))
  describe(`${adapter}: the search of collections`, () => searchContract(collectingSearch, fresh))
}
