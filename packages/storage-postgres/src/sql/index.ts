/** The parts that every domain's adapter in SQL is built of, for adapters of your own. */
export { migrateVersions, writerOf } from "../kernel/dataVersions.ts"
export { cursorsIn } from "./cursors.ts"
export { migrate } from "./migrator.ts"
export { mustFind } from "./mustFind.ts"
export * from "./parameters.ts"
export { tableOf } from "./table.ts"
