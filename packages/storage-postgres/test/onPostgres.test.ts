import { sqlStorageContracts } from "./contracts.ts"
import { onPostgres } from "./freshStores.ts"

sqlStorageContracts("PostgreSQL", onPostgres)
