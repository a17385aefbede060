import { sqlReadingContracts } from "./contracts.ts"
import { makeOnPglite } from "./freshStores.ts"

sqlReadingContracts("PGlite", makeOnPglite())
