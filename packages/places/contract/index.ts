import type { DataVersions, Edits } from "@daybook/kernel"
import type { CheckInStore } from "@daybook/places"
import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { journalContract, searchContract } from "@daybook/kernel/contract"
import { editingContract } from "./edits.ts"
import { followingContract } from "./following.ts"
import { hostileContract } from "./hostile.ts"
import { checkInJournal, placeSearch } from "./journal.ts"
import { placesContract } from "./lists.ts"
import { listingContract } from "./listing.ts"
import { severalSourcesContract } from "./severalSources.ts"
import { storingContract } from "./storing.ts"

export { checkInAt } from "./checkIns.ts"
export { durableCheckInStoreContract } from "./durable.ts"

/**
 * The contract of every `CheckInStore`, with the data versions of "places". `fresh` returns an empty store, built again
 * for each test and each run of a property.
 */
export const checkInStoreContract = (
  adapter: string,
  fresh: (zone?: string) => Layer.Layer<CheckInStore | DataVersions | Edits>,
): void => {
  describe(`${adapter}: storing check-ins`, () => storingContract(fresh))
  describe(`${adapter}: hostile texts of check-ins`, () => hostileContract(fresh))
  describe(`${adapter}: lists of check-ins`, () => listingContract(fresh))
  describe(`${adapter}: stays of phones`, () => followingContract(fresh))
  describe(`${adapter}: visits reported by several`, () => severalSourcesContract(fresh))
  describe(`${adapter}: edits of check-ins`, () => editingContract(fresh))
  describe(`${adapter}: lists of places`, () => placesContract(fresh))
  describe(`${adapter}: the journal of check-ins`, () => journalContract(checkInJournal, fresh))
  describe(`${adapter}: the search of places`, () => searchContract(placeSearch, fresh))
}
