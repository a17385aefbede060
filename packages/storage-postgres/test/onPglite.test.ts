import { sqlStorageContracts } from "./contracts.ts"
import { firstSchemaOf, makeOnPglite } from "./freshStores.ts"

const onPglite = makeOnPglite()
sqlStorageContracts("PGlite", onPglite, firstSchemaOf(onPglite))
