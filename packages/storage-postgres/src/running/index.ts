/** The store of running in SQL, with its tables. */
export { layer } from "./store.ts"
