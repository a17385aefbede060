import type { CohortStore, ProfileStore, WorkspaceStore } from "@daybook/profiles"
import type { DataVersions } from "@daybook/kernel"
import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { bytesContract } from "./bytes.ts"
import { crowdContract, type ProfileServers } from "./crowd.ts"
import { erasingContract } from "./erasing.ts"
import { filteringContract } from "./filtering.ts"
import { findingContract } from "./finding.ts"
import { listingContract } from "./listing.ts"
import { mergingContract } from "./merging.ts"
import { quotasContract } from "./quotas.ts"
import { savedCohortsContract } from "./savedCohorts.ts"
import { settingContract } from "./setting.ts"
import { verbsContract } from "./verbs.ts"
import { workspacesContract } from "./workspaces.ts"

export { ProfileServers } from "./crowd.ts"
export { ProfileModel } from "./model.ts"

/**
 * The contract of every `ProfileStore` and `WorkspaceStore`. `fresh` gives empty stores, and `servers` an empty store
 * that any number of servers share. Both are built anew for each test, and for each run of a property.
 */
export const profileStoreContract = (
  adapter: string,
  fresh: () => Layer.Layer<ProfileStore | CohortStore | WorkspaceStore | DataVersions>,
  servers: () => Layer.Layer<ProfileServers>,
): void => {
  describe(`${adapter}: setting properties once`, () => settingContract(fresh))
  describe(`${adapter}: changing properties`, () => verbsContract(fresh))
  describe(`${adapter}: finding and forgetting`, () => findingContract(fresh))
  describe(`${adapter}: filters and orders`, () => filteringContract(fresh))
  describe(`${adapter}: saved cohorts`, () => savedCohortsContract(fresh))
  describe(`${adapter}: listing and counting requests`, () => listingContract(fresh))
  describe(`${adapter}: the bytes of profiles`, () => bytesContract(fresh))
  describe(`${adapter}: quotas`, () => quotasContract(fresh))
  describe(`${adapter}: merging profiles`, () => mergingContract(fresh))
  describe(`${adapter}: the log of erasures`, () => erasingContract(fresh))
  describe(`${adapter}: many servers`, () => crowdContract(servers))
  describe(`${adapter}: workspaces`, () => workspacesContract(fresh))
}
