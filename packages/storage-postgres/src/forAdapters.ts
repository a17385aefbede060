/** The parts of which every domain's adapter in SQL is built, for adapters of your own. */
export { writerOf } from "./kernel/dataVersions.ts"
export { cursorsIn } from "./sql/cursors.ts"
export { migrate } from "./sql/migrator.ts"
export { mustFind } from "./sql/mustFind.ts"
export { countRows, inRange, onPage } from "./sql/paging.ts"
export * from "./sql/parameters.ts"
export * as SqlTypes from "./sql/sqlTypes.ts"
export { rowsOf, tableOf, valuesOf } from "./sql/table.ts"
