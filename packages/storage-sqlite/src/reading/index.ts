import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as Store from "./store.ts"
import * as Vectors from "./vectors.ts"

/** The stores of articles and of their vectors in SQLite, with their tables. */
export const layer = takingOwn(Layer.merge(Store.layer, Vectors.layer))
