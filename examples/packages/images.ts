import { Images } from "@daybook/images"
import * as ImagesSqlite from "@daybook/storage-sqlite/images"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

// Shows stored images and fetches none; `Images.layer` fetches too, with an `ImageFetcher` and an `ImageProcessor`.
const images = Layer.provide(Images.layerOfKept, Layer.provide(ImagesSqlite.layer(), Sqlite.layerMemory))

export const program = Effect.gen(function* () {
  const { lookUp } = yield* Images
  const stored = yield* lookUp(["https://images.example/low-water.jpg"])
  return stored.size
}).pipe(Effect.provide(images))
