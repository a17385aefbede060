import type { AttendingStore } from "@daybook/attending"
import type { DataVersions, Edits } from "@daybook/kernel"
import { journalContract, searchContract } from "@daybook/kernel/contract"
import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { changesContract } from "./changes.ts"
import { countingContract } from "./counting.ts"
import { editingContract } from "./edits.ts"
import { hostileContract } from "./hostile.ts"
import { listsContract } from "./lists.ts"
import { performerEditingContract } from "./performerEdits.ts"
import { reviewContract } from "./review.ts"
import { sourcesContract } from "./sources.ts"
import { eventJournal, eventSearch } from "./journal.ts"

export { durableAttendingStoreContract } from "./durable.ts"
export { event, gameEvent } from "./events.ts"

/**
 * The contract of every `AttendingStore`, with the data versions of "attending". `fresh` returns an empty store, built
 * again for each test and each run of a property.
 */
export const attendingStoreContract = (
  adapter: string,
  fresh: (zone?: string) => Layer.Layer<AttendingStore | DataVersions | Edits>,
): void => {
  describe(`${adapter}: changes of attending`, () => changesContract(fresh))
  describe(`${adapter}: source rows`, () => sourcesContract(fresh))
  describe(`${adapter}: hostile texts of events`, () => hostileContract(fresh))
  describe(`${adapter}: counts of events`, () => countingContract(fresh))
  describe(`${adapter}: edits of events`, () => editingContract(fresh))
  describe(`${adapter}: edits of performers`, () => performerEditingContract(fresh))
  describe(`${adapter}: lists of events`, () => listsContract(fresh))
  describe(`${adapter}: events in review`, () => reviewContract(fresh))
  describe(`${adapter}: the journal of events`, () => journalContract(eventJournal, fresh))
  describe(`${adapter}: the search of events`, () => searchContract(eventSearch, fresh))
}
