import { sqlListeningContracts } from "./contracts.ts"
import { makeOnPostgres } from "./freshStores.ts"

sqlListeningContracts("PostgreSQL", makeOnPostgres())
