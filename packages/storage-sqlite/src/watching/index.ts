/** The store of watching in SQLite, with its tables. */
export { layer } from "./store.ts"
