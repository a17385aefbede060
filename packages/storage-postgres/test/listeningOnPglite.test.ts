import { sqlListeningContracts } from "./contracts.ts"
import { makeOnPglite } from "./freshStores.ts"

sqlListeningContracts("PGlite", makeOnPglite())
