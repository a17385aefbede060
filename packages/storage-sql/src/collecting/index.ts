/** The store of collecting, on every database. */
export { entries, items, storeOf } from "./store.ts"
