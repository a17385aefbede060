/** The store of watching in SQL, with its tables. */
export { layer } from "./store.ts"
