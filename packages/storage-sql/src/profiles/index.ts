/** The parts that both stores of profiles share. */
export { comparisonSigns } from "./comparisonSigns.ts"
export { propertyStore } from "./properties.ts"
export { cohortStore } from "./savedCohorts.ts"
export { leaveSnapshots, snapshotStore } from "./snapshots.ts"
export { textAfter } from "./textAfter.ts"
export { workspaceStore } from "./workspaces.ts"
