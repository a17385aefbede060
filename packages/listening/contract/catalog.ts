import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { catalogFoundContract } from "./catalogFound.ts"
import { catalogLeftContract } from "./catalogLeft.ts"
import type { CatalogPorts } from "./catalogLives.ts"

/**
 * What every `CatalogStore` must do beside the `ListeningStore` whose artists, albums and tracks it enriches. `fresh`
 * gives empty stores, built anew for each test.
 */
export const catalogStoreContract = (adapter: string, fresh: () => Layer.Layer<CatalogPorts>): void => {
  describe(`${adapter}: what enrichment has left to try`, () => catalogLeftContract(fresh))
  describe(`${adapter}: what enrichment has found`, () => catalogFoundContract(fresh))
}
