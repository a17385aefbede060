/** The store of running, on every database. */
export { entries, findDays, items, storeOf } from "./store.ts"
