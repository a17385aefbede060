import { keyStoreContract, rateLimiterContract, sharedRateLimiterContract } from "@daybook/access/contract"
import { attendingStoreContract, durableAttendingStoreContract } from "@daybook/attending/contract"
import { syncRunsContract } from "@daybook/kernel/contract"
import {
  catalogStoreContract,
  durableCatalogStoreContract,
  durableFilterStoreContract,
  durableListeningStoreContract,
  filterStoreContract,
  listeningStoreContract,
} from "@daybook/listening/contract"
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
  attendingStoreContract(adapter, fresh)
  const freshDurable = () => {
    const schema = freshSchema()
    return (zone?: string) => storageOn(client(schema), zone)
  }
  durableListeningStoreContract(adapter, freshDurable)
  durableCatalogStoreContract(adapter, freshDurable)
  durableFilterStoreContract(adapter, freshDurable)
  durableAttendingStoreContract(adapter, freshDurable)
}
