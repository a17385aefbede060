import { describe } from "@effect/vitest"
import { describingContract } from "./describing.ts"
import { hostileContract } from "./hostile.ts"
import type { FreshStore } from "./records.ts"
import { showingContract } from "./showing.ts"
import { storingContract } from "./storing.ts"

export { durableWatchingStoreContract } from "./durable.ts"

/**
 * What every `WatchingStore` must do, and the versions of "watching" beside it. `fresh` gives an empty store of a
 * person whose time zone is `zone`, an IANA name; it is built anew for each test, and for each run of a property.
 */
export const watchingStoreContract = (adapter: string, fresh: FreshStore): void => {
  describe(`${adapter}: storing watches`, () => storingContract(fresh))
  describe(`${adapter}: reviews and watched shows`, () => showingContract(fresh))
  describe(`${adapter}: hostile texts of watches`, () => hostileContract(fresh))
  describe(`${adapter}: titles described`, () => describingContract(fresh))
}
