/** The parts that both stores of profiles share. */
export { cohortStore } from "./savedCohorts.ts"
