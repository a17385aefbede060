/** The store of attending in SQL, with its tables. */
export { layer } from "./store.ts"
