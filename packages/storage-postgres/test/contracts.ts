import { keyStoreContract, rateLimiterContract, sharedRateLimiterContract } from "@daybook/access/contract"
import { syncRunsContract } from "@daybook/kernel/contract"
import {
  catalogStoreContract,
  durableFilterStoreContract,
  durableListeningStoreContract,
  filterStoreContract,
  listeningStoreContract,
} from "@daybook/listening/contract"
import { profileStoreContract } from "@daybook/profiles/contract"
import { freshSchema } from "@daybook/storage-postgres/testing"
import {
  type FreshClient,
  freshProfileServers,
  freshServers,
  freshStorage,
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
  keyStoreContract(adapter, fresh)
  rateLimiterContract(adapter, fresh)
  sharedRateLimiterContract(adapter, freshServers(client), (limit) => 2 * Math.max(1, Math.floor(limit / 10)))
  listeningStoreContract(adapter, fresh)
  catalogStoreContract(adapter, fresh)
  filterStoreContract(adapter, fresh)
  profileStoreContract(adapter, fresh, freshProfileServers(shared))
  const freshDurable = () => {
    const schema = freshSchema()
    return (zone?: string) => storageOn(client(schema), zone)
  }
  durableListeningStoreContract(adapter, freshDurable)
  durableFilterStoreContract(adapter, freshDurable)
}
