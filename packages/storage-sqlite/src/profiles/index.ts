import { withStoreOverrides } from "@daybook/kernel"
import {
  CohortStore,
  ProfileStore,
  PropertyStore,
  SnapshotStore,
  Unstorable,
  WorkspaceStore,
} from "@daybook/profiles"
import * as Layer from "effect/Layer"
import { madeOf, sidesOf, withSides } from "../worker/sides.ts"
import * as Properties from "./properties.ts"
import * as SavedCohorts from "./savedCohorts.ts"
import * as Snapshots from "./snapshots.ts"
import * as Store from "./store.ts"
import * as Workspaces from "./workspaces.ts"

const sides = [
  sidesOf(
    Store.ProfileRows,
    {
      away: "here",
      shardOf: "here",
      accept: "write",
      profile: "read",
      profiles: "read",
      idLists: "read",
      types: "read",
      idsToErase: "read",
      erase: "write",
      erasures: "read",
      forgetErasures: "write",
      outcome: "read",
      requests: "read",
      usage: "read",
      find: "read",
      count: "read",
      forget: "write",
    },
    Unstorable,
  ),
  madeOf(ProfileStore, Store.ProfileRows, Store.onRows),
  sidesOf(PropertyStore, {
    list: "read",
    find: "read",
    change: "write",
    step: "write",
    warnings: "read",
    forgetWarnings: "write",
  }),
  sidesOf(CohortStore, { insert: "write", list: "read", find: "read", remove: "write" }),
  sidesOf(SnapshotStore, {
    begin: "write",
    add: "write",
    finish: "write",
    list: "read",
    find: "read",
    members: "read",
    broken: "read",
    hide: "write",
    remove: "write",
  }),
  sidesOf(WorkspaceStore, {
    insert: "write",
    insertFirst: "write",
    list: "read",
    insertKey: "write",
    setConfigured: "write",
    keys: "read",
    findKey: "read",
    revokeKey: "write",
    limits: "read",
    setLimits: "write",
    draw: "here",
  }),
]

/** The stores of profiles, properties, cohorts, snapshots and workspaces in SQLite, with their tables. */
export const layer = withStoreOverrides(
  withSides(
    Layer.mergeAll(Store.layer, Properties.layer, SavedCohorts.layer, Snapshots.layer, Workspaces.layer),
    sides,
  ),
)
