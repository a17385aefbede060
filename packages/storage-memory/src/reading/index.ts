import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import { countsOf } from "../kernel/dataVersions.ts"
import * as Store from "./store.ts"
import * as Vectors from "./vectors.ts"

export { calls } from "./calls.ts"

/** The stores of articles and of their vectors in memory. */
export const layer = takingOwn(
  Layer.merge(Store.layer, Vectors.layer).pipe(Layer.provide(countsOf("reading", "reading-vectors"))),
)
