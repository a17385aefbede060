/** The store of watching, on every database. */
export { rebuildWatches } from "./merge.ts"
export { entries, items, storeOf } from "./store.ts"
