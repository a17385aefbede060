import {
  catalogStoreContract,
  durableCatalogStoreContract,
  durableFilterStoreContract,
  durableListeningStoreContract,
  durablePlayingNowContract,
  filterStoreContract,
  listeningStoreContract,
  playingNowContract,
} from "@daybook/listening/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const { durable, fresh } = emptyStores(makeOnPostgres())(SqlStorage.Listening.layer())

listeningStoreContract("PostgreSQL", fresh)
catalogStoreContract("PostgreSQL", fresh)
filterStoreContract("PostgreSQL", fresh)
playingNowContract("PostgreSQL", fresh)
durableListeningStoreContract("PostgreSQL", durable)
durableCatalogStoreContract("PostgreSQL", durable)
durableFilterStoreContract("PostgreSQL", durable)
durablePlayingNowContract("PostgreSQL", durable)
