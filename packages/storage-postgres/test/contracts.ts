import { keyStoreContract, rateLimiterContract, sharedRateLimiterContract } from "@daybook/access/contract"
import { attendingStoreContract, durableAttendingStoreContract } from "@daybook/attending/contract"
import { collectingStoreContract, durableCollectingStoreContract } from "@daybook/collecting/contract"
import { syncRunsContract, durableTokenStoreContract, tokenStoreContract } from "@daybook/kernel/contract"
import { durableImageStoreContract, imageStoreContract } from "@daybook/images/contract"
import {
  catalogStoreContract,
  durableCatalogStoreContract,
  durableFilterStoreContract,
  durableListeningStoreContract,
  filterStoreContract,
  listeningStoreContract,
} from "@daybook/listening/contract"
import { durableRunStoreContract, runStoreContract } from "@daybook/running/contract"
import { durableWatchingStoreContract, watchingStoreContract } from "@daybook/watching/contract"
import {
  articleStoreContract,
  durableArticleStoreContract,
  durableVectorIndexContract,
  vectorIndexContract,
} from "@daybook/reading/contract"
import { checkInStoreContract, durableCheckInStoreContract } from "@daybook/places/contract"
import { profileStoreContract } from "@daybook/profiles/contract"
import { freshSchema } from "@daybook/storage-postgres/testing"
import {
  type FreshClient,
  freshProfileServers,
  freshServers,
  freshStorage,
  indexedFromTheFirst,
  storageOn,
} from "./freshStores.ts"

/** Holds every port of SQL storage to its contract; on `shared`, sessions are lost and their settings with them. */
export const sqlStorageContracts = (
  adapter: string,
  client: FreshClient,
  shared: FreshClient = client,
): void => {
  const fresh = freshStorage(client)
  syncRunsContract(adapter, fresh)
  tokenStoreContract(adapter, fresh)
  keyStoreContract(adapter, fresh)
  rateLimiterContract(adapter, fresh)
  sharedRateLimiterContract(adapter, freshServers(client), (limit) => 2 * Math.max(1, Math.floor(limit / 10)))
  listeningStoreContract(adapter, fresh)
  catalogStoreContract(adapter, fresh)
  filterStoreContract(adapter, fresh)
  attendingStoreContract(adapter, fresh)
  collectingStoreContract(adapter, fresh)
  runStoreContract(adapter, fresh)
  imageStoreContract(adapter, fresh)
  watchingStoreContract(adapter, fresh)
  articleStoreContract(adapter, fresh)
  vectorIndexContract(adapter, fresh)
  vectorIndexContract(`${adapter}, indexed from the first`, () => indexedFromTheFirst(client()))
  checkInStoreContract(adapter, fresh)
  profileStoreContract(adapter, fresh, freshProfileServers(shared))
  const freshDurable = () => {
    const schema = freshSchema()
    return (zone?: string) => storageOn(client(schema), zone)
  }
  durableTokenStoreContract(adapter, freshDurable)
  durableListeningStoreContract(adapter, freshDurable)
  durableCatalogStoreContract(adapter, freshDurable)
  durableFilterStoreContract(adapter, freshDurable)
  durableAttendingStoreContract(adapter, freshDurable)
  durableCollectingStoreContract(adapter, freshDurable)
  durableRunStoreContract(adapter, freshDurable)
  durableImageStoreContract(adapter, freshDurable)
  durableWatchingStoreContract(adapter, freshDurable)
  durableArticleStoreContract(adapter, freshDurable)
  durableVectorIndexContract(adapter, () => {
    const schema = freshSchema()
    return () => indexedFromTheFirst(client(schema))
  })
  durableCheckInStoreContract(adapter, freshDurable)
}
