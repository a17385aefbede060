/** The store of attending, on every database. */
export { entries, items, storeOf } from "./store.ts"
export { shownId } from "./rows.ts"
