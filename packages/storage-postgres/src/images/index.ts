import { ImageStore } from "@daybook/images"
import { withStoreOverrides } from "@daybook/kernel"
import { imageStore } from "@daybook/storage-sql/images"
import { writingLayerOf } from "../sharedStores.ts"
import { migrateImages } from "./migrations.ts"

const store = writingLayerOf(ImageStore, migrateImages, "images", imageStore)

/** The store of images in SQL, with its tables. */
export const layer = withStoreOverrides(store)
