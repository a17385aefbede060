/** The store of reading, on every database. */
export * as Rows from "./rows.ts"
export { entries, items, storeOf } from "./store.ts"
export { searchVectors } from "./vectors.ts"
export { type Texted, type Words } from "./words.ts"
