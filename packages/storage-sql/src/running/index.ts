/** The parts that both stores of running share. */
export { detailsOf } from "./details.ts"
export { tellingsOf } from "./duplicateRuns.ts"
