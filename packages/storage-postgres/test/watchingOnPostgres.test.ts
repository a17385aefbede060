import { sqlWatchingContracts } from "./contracts.ts"
import { makeOnPostgres } from "./freshStores.ts"

sqlWatchingContracts("PostgreSQL", makeOnPostgres())
