import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import { countsOf } from "../kernel/dataVersions.ts"
import * as Store from "./store.ts"
import * as Workspaces from "./workspaces.ts"

export { calls } from "./calls.ts"

/** The stores of profiles and of workspaces in memory. */
export const layer = takingOwn(
  Layer.merge(Store.layer, Workspaces.layer).pipe(Layer.provide(countsOf("workspaces"))),
)
