import { keyStoreContract, rateLimiterContract, sharedRateLimiterContract } from "@daybook/access/contract"
import { syncRunsContract } from "@daybook/kernel/contract"
import {
  catalogStoreContract,
  durableCatalogStoreContract,
  durableFilterStoreContract,
  durableListeningStoreContract,
  filterStoreContract,
  listeningStoreContract,
} from "@daybook/listening/contract"
import { checkInStoreContract, durableCheckInStoreContract } from "@daybook/places/contract"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { type FreshClient, freshServers, freshStorage, storageOn } from "./freshStores.ts"

/** Holds every port of SQL storage to its contract. */
export const sqlStorageContracts = (adapter: string, client: FreshClient): void => {
  const fresh = freshStorage(client)
  syncRunsContract(adapter, fresh)
  keyStoreContract(adapter, fresh)
  rateLimiterContract(adapter, fresh)
  sharedRateLimiterContract(adapter, freshServers(client), (limit) => 2 * Math.max(1, Math.floor(limit / 10)))
  listeningStoreContract(adapter, fresh)
  catalogStoreContract(adapter, fresh)
  filterStoreContract(adapter, fresh)
  checkInStoreContract(adapter, fresh)
  const freshDurable = () => {
    const schema = freshSchema()
    return (zone?: string) => storageOn(client(schema), zone)
  }
  durableListeningStoreContract(adapter, freshDurable)
  durableCatalogStoreContract(adapter, freshDurable)
  durableFilterStoreContract(adapter, freshDurable)
  durableCheckInStoreContract(adapter, freshDurable)
}
