import {
  keyStoreContract,
  rateLimiterContract,
  sharedRateLimiterContract,
  shareStoreContract,
} from "@daybook/access/contract"
import { attendingStoreContract, durableAttendingStoreContract } from "@daybook/attending/contract"
import { collectingStoreContract, durableCollectingStoreContract } from "@daybook/collecting/contract"
import {
  durableTokenStoreContract,
  importStoreContract,
  setAsideContract,
  syncRunsContract,
  serviceStatesContract,
  webhookStoreContract,
  tokenStoreContract,
} from "@daybook/kernel/contract"
import { durableImageStoreContract, imageStoreContract } from "@daybook/images/contract"
import {
  catalogStoreContract,
  durableCatalogStoreContract,
  durableFilterStoreContract,
  durableListeningStoreContract,
  filterStoreContract,
  durablePlayingNowContract,
  listeningStoreContract,
  playingNowContract,
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
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import {
  type FreshClient,
  freshProfileServers,
  durableStorage,
  freshServers,
  freshStorage,
  indexedFromTheFirst,
} from "./freshStores.ts"
import * as Layer from "effect/Layer"

const reading = Layer.merge(SqlStorage.Reading.layer(), SqlStorage.Kernel.layer())

/** Holds the ports of listening in SQL to their contracts. */
export const sqlListeningContracts = (adapter: string, client: FreshClient): void => {
  const fresh = freshStorage(client)
  listeningStoreContract(adapter, fresh(SqlStorage.Listening.layer()))
  catalogStoreContract(adapter, fresh(SqlStorage.Listening.layer()))
  filterStoreContract(adapter, fresh(SqlStorage.Listening.layer()))
  playingNowContract(adapter, fresh(SqlStorage.Listening.layer()))

  const durable = durableStorage(client)
  durableListeningStoreContract(adapter, durable(SqlStorage.Listening.layer()))
  durableCatalogStoreContract(adapter, durable(SqlStorage.Listening.layer()))
  durableFilterStoreContract(adapter, durable(SqlStorage.Listening.layer()))
  durablePlayingNowContract(adapter, durable(SqlStorage.Listening.layer()))
}

/** Likewise those of reading. */
export const sqlReadingContracts = (adapter: string, client: FreshClient): void => {
  const fresh = freshStorage(client)
  articleStoreContract(adapter, fresh(reading))
  vectorIndexContract(adapter, fresh(reading))
  vectorIndexContract(`${adapter}, indexed from the first`, () => indexedFromTheFirst(client()))

  const durable = durableStorage(client)
  durableArticleStoreContract(adapter, durable(reading))
  durableVectorIndexContract(adapter, () => {
    const schema = freshSchema()
    return () => indexedFromTheFirst(client(schema))
  })
}

/** Likewise those of watching. */
export const sqlWatchingContracts = (adapter: string, client: FreshClient): void => {
  watchingStoreContract(adapter, freshStorage(client)(SqlStorage.Watching.layer()))
  durableWatchingStoreContract(adapter, durableStorage(client)(SqlStorage.Watching.layer()))
}

/** Holds all other ports of SQL storage to theirs; on `shared`, sessions are lost and their settings with them. */
export const sqlStorageContracts = (
  adapter: string,
  client: FreshClient,
  shared: FreshClient = client,
): void => {
  const fresh = freshStorage(client)
  syncRunsContract(adapter, fresh(SqlStorage.Kernel.layer()))
  setAsideContract(adapter, fresh(SqlStorage.Kernel.layer()))
  serviceStatesContract(adapter, fresh(SqlStorage.Kernel.layer()))
  tokenStoreContract(adapter, fresh(SqlStorage.Kernel.layer()))
  importStoreContract(adapter, fresh(SqlStorage.Kernel.layer()))
  webhookStoreContract(adapter, fresh(SqlStorage.Kernel.layer()))
  keyStoreContract(adapter, fresh(SqlStorage.Access.layer()))
  shareStoreContract(adapter, fresh(SqlStorage.Access.layer()))
  rateLimiterContract(adapter, fresh(SqlStorage.Access.layer()))
  sharedRateLimiterContract(adapter, freshServers(client), (limit) => 2 * Math.max(1, Math.floor(limit / 10)))
  runStoreContract(adapter, fresh(SqlStorage.Running.layer()))
  attendingStoreContract(adapter, fresh(SqlStorage.Attending.layer()))
  collectingStoreContract(adapter, fresh(SqlStorage.Collecting.layer()))
  checkInStoreContract(adapter, fresh(SqlStorage.Places.layer()))
  imageStoreContract(adapter, fresh(SqlStorage.Images.layer()))
  profileStoreContract(adapter, fresh(SqlStorage.Profiles.layer()), freshProfileServers(shared))

  const durable = durableStorage(client)
  durableTokenStoreContract(adapter, durable(SqlStorage.Kernel.layer()))
  durableRunStoreContract(adapter, durable(SqlStorage.Running.layer()))
  durableAttendingStoreContract(adapter, durable(SqlStorage.Attending.layer()))
  durableCollectingStoreContract(adapter, durable(SqlStorage.Collecting.layer()))
  durableCheckInStoreContract(adapter, durable(SqlStorage.Places.layer()))
  durableImageStoreContract(adapter, durable(SqlStorage.Images.layer()))
}
