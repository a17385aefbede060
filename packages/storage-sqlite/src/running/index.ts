/** The store of running in SQLite, with its tables. */
export { layer } from "./store.ts"
