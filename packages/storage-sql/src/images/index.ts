import {
  type FailedImage,
  ImageContent,
  ImageHash,
  ImageHead,
  type ImageSize,
  ImageStore,
  longestSides,
  type ProcessedImage,
  StoredImage,
} from "@daybook/images"
import { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { mustFind } from "../mustFind.ts"
import type { Sql, Write } from "../sql.ts"
import { described, rowsOf } from "../table.ts"

const storedImages = described("images", StoredImage)

const imageVariants = described(
  "image_variants",
  Schema.Struct({ hash: ImageHash, longestSide: Schema.Int, ...ImageContent.fields }),
  { bytes: { type: "bytes" } },
)

/** The failed attempts at an address, and its image. */
const readSources = rowsOf(
  Schema.Struct({
    url: Schema.String,
    tries: Schema.Int,
    triedAt: Schema.UndefinedOr(EpochMillis),
    image: Schema.UndefinedOr(StoredImage),
  }),
  { image: { flat: {} } },
)

const readContents = rowsOf(ImageContent, { bytes: { type: "bytes" } })
// The length is next to the bytes, which are not read for it.
const readHeads = rowsOf(ImageHead, { length: "length(bytes)" })

/** Images. */
export const imageStore = ({ amongTexts, instant, read, sql, tableOf, transaction }: Sql, write: Write) => {
  const [images, variants] = [tableOf(storedImages), tableOf(imageVariants)]

  /** The variant of an image that a size stands for, as a `from` clause. */
  const variant = (hash: ImageHash, size: ImageSize) =>
    sql`image_variants where hash = ${hash} and longest_side <= ${longestSides[size]}
      order by longest_side desc limit 1`

  const insert = Effect.fnUntraced(function* (url: string, image: ProcessedImage) {
    const { hash } = image
    const added = yield* sql`insert into images ${sql.insert(images.record(image))}
      on conflict (hash) do nothing returning hash`
    if (added.length > 0)
      for (const { size, ...content } of image.variants)
        yield* variants.insert([{ hash, longestSide: longestSides[size], ...content }])
    yield* sql`insert into image_sources ${sql.insert({ url, hash })}
      on conflict (url) do update set hash = excluded.hash`
  })

  return ImageStore.of({
    find: Effect.fn("ImageStore.find")(function* (urls: ReadonlyArray<string>) {
      const rows = yield* sql`select * from image_sources left join images using (hash)
        where ${amongTexts("url", urls)}`
      const stored = new Map<string, StoredImage>()
      const failed = new Map<string, FailedImage>()
      for (const { image, triedAt, tries, url } of readSources(rows)) {
        if (image !== undefined) stored.set(url, image)
        else failed.set(url, { tries, triedAt: mustFind(triedAt, "time of a try", url) })
      }
      return { stored, failed }
    }, read),

    content: Effect.fn("ImageStore.content")(function* (hash: ImageHash, size: ImageSize) {
      const rows = yield* sql`select ${sql.literal(readContents.selected)} from ${variant(hash, size)}`
      return Option.fromUndefinedOr(readContents(rows)[0])
    }, read),

    head: Effect.fn("ImageStore.head")(function* (hash: ImageHash, size: ImageSize) {
      const rows = yield* sql`select ${sql.literal(readHeads.selected)} from ${variant(hash, size)}`
      return Option.fromUndefinedOr(readHeads(rows)[0])
    }, read),

    put: Effect.fn("ImageStore.put")(
      (batch: ReadonlyArray<{ readonly url: string; readonly image: ProcessedImage }>) =>
        batch.length === 0
          ? Effect.void
          : write(Effect.forEach(batch, ({ image, url }) => insert(url, image), { discard: true })),
    ),

    noteFailure: Effect.fn("ImageStore.noteFailure")(function* (url: string, triedAt: EpochMillis) {
      yield* sql`insert into image_sources (url, tries, tried_at) values (${url}, 1, ${instant(triedAt)})
        on conflict (url) do update set tries = image_sources.tries + 1, tried_at = excluded.tried_at
        where image_sources.hash is null`
    }, transaction),
  })
}
