/** The store of places, on every database. */
export { reportStore, sumVenues } from "./reports.ts"
export { entries, items, storeOf } from "./store.ts"
