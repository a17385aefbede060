import type { DataVersions } from "@daybook/kernel"
import type { RunStore } from "@daybook/running"
import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { hostileContract } from "./hostile.ts"
import { storingContract } from "./storing.ts"
import { yearsContract } from "./years.ts"

export { durableRunStoreContract } from "./durable.ts"

/**
 * What every `RunStore` must do, and the versions of "running" beside it. `fresh` gives an empty store of a person
 * whose time zone is `zone`, an IANA name; it is built anew for each test, and for each run of a property.
 */
export const runStoreContract = (
  adapter: string,
  fresh: (zone: string) => Layer.Layer<RunStore | DataVersions>,
): void => {
  describe(`${adapter}: storing runs`, () => storingContract(fresh))
  describe(`${adapter}: hostile texts and times of runs`, () => hostileContract(fresh))
  describe(`${adapter}: a year of runs`, () => yearsContract(fresh))
}
