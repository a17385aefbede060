import { sqlWatchingContracts } from "./contracts.ts"
import { makeOnPglite } from "./freshStores.ts"

sqlWatchingContracts("PGlite", makeOnPglite())
