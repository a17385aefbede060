import {
  type FailedImage,
  type ImageHash,
  type ImageSize,
  ImageStore,
  longestSides,
  type ProcessedImage,
  type StoredImage,
} from "@daybook/images"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { raiseVersion, VersionCounts } from "../kernel/dataVersions.ts"

/** Images in memory. */
export const layer = Layer.effect(
  ImageStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const images = new Map<ImageHash, ProcessedImage>()
    const sources = new Map<string, ImageHash>()
    const failures = new Map<string, FailedImage>()

    const storedAt = (url: string): StoredImage | undefined => {
      const hash = sources.get(url)
      const image = hash === undefined ? undefined : images.get(hash)
      if (image === undefined) return undefined
      const { variants: _, ...stored } = image
      return stored
    }

    const find = (urls: ReadonlyArray<string>) => {
      const stored = new Map<string, StoredImage>()
      const failed = new Map<string, FailedImage>()
      for (const url of urls) {
        const image = storedAt(url)
        const failure = failures.get(url)
        if (image !== undefined) stored.set(url, image)
        else if (failure !== undefined) failed.set(url, failure)
      }
      return { stored, failed }
    }

    const content = (hash: ImageHash, size: ImageSize) => {
      const variants = images.get(hash)?.variants ?? []
      const reached = variants
        .filter((variant) => longestSides[variant.size] <= longestSides[size])
        .sort((a, b) => longestSides[b.size] - longestSides[a.size])
      return Option.fromUndefinedOr(reached[0])
    }

    const put = (batch: ReadonlyArray<{ readonly url: string; readonly image: ProcessedImage }>) => {
      if (batch.length === 0) return
      for (const { url, image } of batch) {
        if (!images.has(image.hash)) images.set(image.hash, image)
        sources.set(url, image.hash)
        failures.delete(url)
      }
      raiseVersion(versions, "images")
    }

    const noteFailure = (url: string, triedAt: number) => {
      if (!sources.has(url)) failures.set(url, { tries: (failures.get(url)?.tries ?? 0) + 1, triedAt })
    }

    return ImageStore.of({
      find: (urls) => Effect.sync(() => find(urls)),
      content: (hash, size) => Effect.sync(() => content(hash, size)),
      head: (hash, size) =>
        Effect.sync(() =>
          Option.map(content(hash, size), ({ bytes, contentType }) => ({
            contentType,
            length: bytes.length,
          })),
        ),
      put: (batch) => Effect.sync(() => put(batch)),
      noteFailure: (url, triedAt) => Effect.sync(() => noteFailure(url, triedAt)),
    })
  }),
)
