import { takingOwn } from "@daybook/kernel"
import * as Store from "./store.ts"

/** The store of places in SQLite, with its tables. */
export const layer = takingOwn(Store.layer)
