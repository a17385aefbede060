import { sqlStorageContracts } from "./contracts.ts"
import { makeOnPglite } from "./freshStores.ts"

sqlStorageContracts("PGlite", makeOnPglite())
