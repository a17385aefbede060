/** The store of places in SQL, with its tables. */
export { layer } from "./store.ts"
