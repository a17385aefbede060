/** The store of places in SQLite, with its tables. */
export { layer } from "./store.ts"
