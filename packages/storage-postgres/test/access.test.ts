import {
  keyStoreContract,
  oauthStoreContract,
  rateLimiterContract,
  sharedRateLimiterContract,
  shareStoreContract,
  signInLinkStoreContract,
} from "@daybook/access/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { emptyStores, freshServers, makeOnPostgres } from "./freshStores.ts"

const client = makeOnPostgres()
const { fresh } = emptyStores(client)(SqlStorage.Access.layer())

keyStoreContract("PostgreSQL", fresh)
shareStoreContract("PostgreSQL", fresh)
oauthStoreContract("PostgreSQL", fresh)
signInLinkStoreContract("PostgreSQL", fresh)
rateLimiterContract("PostgreSQL", fresh)
sharedRateLimiterContract(
  "PostgreSQL",
  freshServers(client),
  (limit) => 2 * Math.max(1, Math.floor(limit / 10)),
)
