import type {
  CohortStore,
  ProfileStore,
  PropertyStore,
  SnapshotStore,
  WorkspaceStore,
} from "@daybook/profiles"
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
import { movingContract } from "./moving.ts"
import { propertiesContract } from "./properties.ts"
import { quotasContract } from "./quotas.ts"
import { savedCohortsContract } from "./savedCohorts.ts"
import { settingContract } from "./setting.ts"
import { snapshotsContract } from "./snapshots.ts"
import { typeChangesContract } from "./typeChanges.ts"
import { verbsContract } from "./verbs.ts"
import { warningsContract } from "./warnings.ts"
import { workspacesContract } from "./workspaces.ts"

export { ProfileServers } from "./crowd.ts"
export { ProfileModel } from "./model.ts"

/**
 * The contract of every `ProfileStore`, `PropertyStore` and `WorkspaceStore`. `fresh` returns empty stores, and `servers`
 * an empty store that any number of servers share. Both are built again for each test, and for each run of a property.
 */
export const profileStoreContract = (
  adapter: string,
  fresh: () => Layer.Layer<
    ProfileStore | PropertyStore | CohortStore | SnapshotStore | WorkspaceStore | DataVersions
  >,
  servers: () => Layer.Layer<ProfileServers>,
): void => {
  describe(`${adapter}: setting properties once`, () => settingContract(fresh))
  describe(`${adapter}: changing properties`, () => verbsContract(fresh))
  describe(`${adapter}: finding and forgetting`, () => findingContract(fresh))
  describe(`${adapter}: filters and orders`, () => filteringContract(fresh))
  describe(`${adapter}: saved cohorts`, () => savedCohortsContract(fresh))
  describe(`${adapter}: snapshots of cohorts`, () => snapshotsContract(fresh))
  describe(`${adapter}: listing and counting requests`, () => listingContract(fresh))
  describe(`${adapter}: the bytes of profiles`, () => bytesContract(fresh))
  describe(`${adapter}: quotas`, () => quotasContract(fresh))
  describe(`${adapter}: the list of properties, and deleting them`, () => propertiesContract(fresh))
  describe(`${adapter}: changing the types of properties`, () => typeChangesContract(fresh))
  describe(`${adapter}: warnings of ignored values`, () => warningsContract(fresh))
  describe(`${adapter}: merging profiles`, () => mergingContract(fresh))
  describe(`${adapter}: the log of erasures`, () => erasingContract(fresh))
  describe(`${adapter}: exporting and importing`, () => movingContract(fresh))
  describe(`${adapter}: many servers`, () => crowdContract(servers))
  describe(`${adapter}: workspaces`, () => workspacesContract(fresh))
}
