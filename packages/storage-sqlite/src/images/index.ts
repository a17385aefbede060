/** The store of images in SQLite, with its tables. */
export { layer } from "./store.ts"
