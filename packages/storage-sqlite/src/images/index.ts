import { ImageStore } from "@daybook/images"
import { takingOwn } from "@daybook/kernel"
import { sidesOf, withSides } from "../worker/sides.ts"
import * as Store from "./store.ts"

const sides = sidesOf(ImageStore, {
  find: "read",
  content: "read",
  head: "read",
  put: "write",
  noteFailure: "write",
})

/** The store of images in SQLite, with its tables. */
export const layer = takingOwn(withSides(Store.layer, [sides]))
