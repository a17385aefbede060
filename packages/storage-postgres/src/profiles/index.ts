import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as SavedCohorts from "./savedCohorts.ts"
import * as Store from "./store.ts"
import * as Workspaces from "./workspaces.ts"

/** The stores of profiles, of cohorts and of workspaces in SQL, with their tables. */
export const layer = takingOwn(Layer.mergeAll(Store.layer, SavedCohorts.layer, Workspaces.layer))
