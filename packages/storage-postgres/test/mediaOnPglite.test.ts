import { sqlMediaContracts } from "./contracts.ts"
import { makeOnPglite } from "./freshStores.ts"

sqlMediaContracts("PGlite", makeOnPglite())
