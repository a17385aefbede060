import { journalContract, searchContract } from "@daybook/kernel/contract"
import { describe } from "@effect/vitest"
import { byHandContract } from "./manual.ts"
import { describingContract } from "./describing.ts"
import { editingTitlesContract } from "./editedTitles.ts"
import { editingContract } from "./edits.ts"
import { hostileContract } from "./hostile.ts"
import { watchJournal, watchSearch } from "./journal.ts"
import { listsContract } from "./lists.ts"
import { overviewContract } from "./overview.ts"
import type { FreshStore } from "./records.ts"
import { reviewContract } from "./review.ts"
import { showingContract } from "./showing.ts"
import { statsContract } from "./stats.ts"
import { storingContract } from "./storing.ts"

export { durableWatchingStoreContract } from "./durable.ts"

/**
 * The contract of every `WatchingStore`, with the data versions of "watching". `fresh` returns an empty store, built
 * again for each test and each run of a property. `zone` is the IANA name of the owner's time zone.
 */
export const watchingStoreContract = (adapter: string, fresh: FreshStore): void => {
  describe(`${adapter}: storing watches`, () => storingContract(fresh))
  describe(`${adapter}: reviews and watched shows`, () => showingContract(fresh))
  describe(`${adapter}: lists of watches`, () => listsContract(fresh))
  describe(`${adapter}: totals of watches`, () => statsContract(fresh))
  describe(`${adapter}: a period of watches next to the one before`, () => overviewContract(fresh))
  describe(`${adapter}: reviews of years`, () => reviewContract(fresh))
  describe(`${adapter}: watches manually`, () => byHandContract(fresh))
  describe(`${adapter}: edits of watches`, () => editingContract(fresh))
  describe(`${adapter}: edits of films and shows`, () => editingTitlesContract(fresh))
  describe(`${adapter}: hostile texts of watches`, () => hostileContract(fresh))
  describe(`${adapter}: titles described`, () => describingContract(fresh))
  describe(`${adapter}: the journal of watches`, () => journalContract(watchJournal, fresh))
  describe(`${adapter}: the search of watches`, () => searchContract(watchSearch, fresh))
}
