import { ImageStore } from "@daybook/images"
import { withStoreOverrides } from "@daybook/kernel"
import { imageStore } from "@daybook/storage-sql/images"
import { sidesOf, withSides } from "../worker/sides.ts"
import { writingLayerOf } from "../sharedStores.ts"
import { migrateImages } from "./migrations.ts"

const sides = sidesOf(ImageStore, {
  find: "read",
  content: "read",
  head: "read",
  put: "write",
  noteFailure: "write",
})

const store = writingLayerOf(ImageStore, migrateImages, "images", imageStore)

/** The store of images in SQLite, with its tables. */
export const layer = withStoreOverrides(withSides(store, [sides]))
