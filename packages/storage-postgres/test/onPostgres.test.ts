import { sqlStorageContracts } from "./contracts.ts"
import { makeOnPostgres } from "./freshStores.ts"

sqlStorageContracts("PostgreSQL", makeOnPostgres())
