import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import { countsOf } from "../kernel/dataVersions.ts"
import * as Store from "./store.ts"

export { calls } from "./calls.ts"

/** The store of attending in memory. */
export const layer = takingOwn(Layer.provide(Store.layer, countsOf("attending")))
