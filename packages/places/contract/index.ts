import type { DataVersions } from "@daybook/kernel"
import type { CheckInStore } from "@daybook/places"
import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { hostileContract } from "./hostile.ts"
import { listingContract } from "./listing.ts"
import { storingContract } from "./storing.ts"

export { durableCheckInStoreContract } from "./durable.ts"

/**
 * What every `CheckInStore` must do, and the versions of "places" beside it. `fresh` gives an empty store; it is built
 * anew for each test, and for each run of a property.
 */
export const checkInStoreContract = (
  adapter: string,
  fresh: () => Layer.Layer<CheckInStore | DataVersions>,
): void => {
  describe(`${adapter}: storing check-ins`, () => storingContract(fresh))
  describe(`${adapter}: hostile texts of check-ins`, () => hostileContract(fresh))
  describe(`${adapter}: lists of check-ins`, () => listingContract(fresh))
}
