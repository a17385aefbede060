import { withStoreOverrides } from "@daybook/kernel"
import * as Store from "./store.ts"

/** The store of places in SQL, with its tables. */
export const layer = withStoreOverrides(Store.layer)
