import { withStoreOverrides } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as Store from "./store.ts"
import * as Vectors from "./vectors.ts"

/** The stores of articles and of their vectors in SQL, with their tables. */
export const layer = withStoreOverrides(Layer.merge(Store.layer, Vectors.layer))
