/** The store of collecting in SQLite, with its tables. */
export { layer } from "./store.ts"
