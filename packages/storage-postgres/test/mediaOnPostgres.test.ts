import { sqlMediaContracts } from "./contracts.ts"
import { makeOnPostgres } from "./freshStores.ts"

sqlMediaContracts("PostgreSQL", makeOnPostgres())
