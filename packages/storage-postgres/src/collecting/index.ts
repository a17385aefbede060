/** The store of collecting in SQL, with its tables. */
export { layer } from "./store.ts"
