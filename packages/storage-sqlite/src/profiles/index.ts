import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as Store from "./store.ts"
import * as Workspaces from "./workspaces.ts"

/** The stores of profiles and of workspaces in SQLite, with their tables. */
export const layer = takingOwn(Layer.merge(Store.layer, Workspaces.layer))
