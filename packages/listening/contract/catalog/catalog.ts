import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { catalogResultsContract } from "./catalogResults.ts"
import { factsContract } from "./facts.ts"
import { catalogPendingContract } from "./catalogPending.ts"
import type { CatalogPorts } from "./catalogPlays.ts"

/**
 * The contract of every `CatalogStore`, next to the `ListeningStore` whose artists, albums and tracks it enriches.
 * `fresh` returns empty stores, built again for each test.
 */
export const catalogStoreContract = (adapter: string, fresh: () => Layer.Layer<CatalogPorts>): void => {
  describe(`${adapter}: what enrichment has left to try`, () => catalogPendingContract(fresh))
  describe(`${adapter}: what enrichment has found`, () => catalogResultsContract(fresh))
  describe(`${adapter}: facts of played items`, () => factsContract(fresh))
}
