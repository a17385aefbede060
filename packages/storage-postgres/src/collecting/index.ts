import { withStoreOverrides } from "@daybook/kernel"
import * as Store from "./store.ts"

/** The store of collecting in SQL, with its tables. */
export const layer = withStoreOverrides(Store.layer)
