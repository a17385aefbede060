/** The store of attending in SQLite, with its tables. */
export { layer } from "./store.ts"
