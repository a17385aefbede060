import { sqlMediaContracts } from "./contracts.ts"
import { onPostgres } from "./freshStores.ts"

sqlMediaContracts("PostgreSQL", onPostgres)
