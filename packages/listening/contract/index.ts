import type { DataVersions, Edits } from "@daybook/kernel"
import type { ListeningStore } from "@daybook/listening"
import { searchContract } from "@daybook/kernel/contract"
import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { albumBucketsContract } from "./albumBuckets.ts"
import { doublesContract } from "./duplicates.ts"
import { editingNamesContract } from "./editedNames.ts"
import { editingContract } from "./edits.ts"
import { hostileListeningContract } from "./hostile.ts"
import { listensContract } from "./listens.ts"
import { overviewContract } from "./overview.ts"
import { rollingPeriodsContract } from "./rollingPeriods.ts"
import { listeningSearch } from "./search.ts"
import { spellingsContract } from "./spellings.ts"
import { storingContract } from "./storing.ts"
import { topAlbumsContract } from "./topAlbums.ts"

export { catalogStoreContract } from "./catalog/catalog.ts"
export { durableCatalogStoreContract } from "./catalog/durableCatalog.ts"
export { durableListeningStoreContract } from "./durable.ts"
export { earlierSpellings, earlierSpellingsContract, showsJoined, tellEarlier } from "./earlierSpellings.ts"
export { durableFilterStoreContract } from "./filters/durableFilters.ts"
export { filterStoreContract } from "./filters/filters.ts"
export { regExpPatterns } from "./patterns.ts"
export { durablePlayingNowContract, playingNowContract } from "./playingNow.ts"

/**
 * The contract of every `ListeningStore`, and of the versions of "listening" next to it. `fresh` returns an empty store
 * of the owner in the time zone `zone`, an IANA name. It is built again for each test, and for each run of a property.
 */
export const listeningStoreContract = (
  adapter: string,
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions | Edits>,
): void => {
  describe(`${adapter}: storing scrobbles`, () => storingContract(fresh))
  describe(`${adapter}: plays that several sources report`, () => doublesContract(fresh))
  describe(`${adapter}: edits of plays`, () => editingContract(fresh))
  describe(`${adapter}: edits of artists, albums and tracks`, () => editingNamesContract(fresh))
  describe(`${adapter}: names in several spellings`, () => spellingsContract(fresh))
  describe(`${adapter}: top albums`, () => topAlbumsContract(fresh))
  describe(`${adapter}: top albums of the periods of now`, () => rollingPeriodsContract(fresh))
  describe(`${adapter}: a period of plays next to the one before`, () => overviewContract(fresh))
  describe(`${adapter}: plays of albums over time`, () => albumBucketsContract(fresh))
  describe(`${adapter}: hostile texts`, () => hostileListeningContract(fresh))
  describe(`${adapter}: the search of listening`, () => searchContract(listeningSearch, fresh))
  describe(`${adapter}: single listens`, () => listensContract(fresh))
}
