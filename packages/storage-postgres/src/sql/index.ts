/** The parts that every domain's adapter in SQL is built of, for adapters of your own. */
export { writerOf } from "../kernel/dataVersions.ts"
export { migrateVersions } from "../kernel/migrations.ts"
export { cursorsIn } from "./cursors.ts"
export { migrate } from "./migrator.ts"
export { mustFind } from "./mustFind.ts"
export * from "./parameters.ts"
export * as SqlTypes from "./sqlTypes.ts"
export { rowsOf, tableOf, valuesOf } from "./table.ts"
