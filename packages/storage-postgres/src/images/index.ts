/** The store of images in SQL, with its tables. */
export { layer } from "./store.ts"
