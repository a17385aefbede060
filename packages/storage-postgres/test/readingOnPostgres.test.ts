import { sqlReadingContracts } from "./contracts.ts"
import { makeOnPostgres } from "./freshStores.ts"

sqlReadingContracts("PostgreSQL", makeOnPostgres())
