import { EpochMillis } from "@daybook/kernel"
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
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { migrateImages } from "./migrations.ts"
import { mustFind } from "@daybook/storage-sql"
import { instant, texts } from "../sql/parameters.ts"
import { bytes } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf } from "../sql/table.ts"
import { writerOf } from "../kernel/dataVersions.ts"

const images = tableOf("images", StoredImage)

const variants = tableOf(
  "image_variants",
  Schema.Struct({ hash: ImageHash, longestSide: Schema.Int, ...ImageContent.fields }),
  { bytes: { type: bytes } },
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

const readContents = rowsOf(ImageContent, { bytes: { type: bytes } })

const readHeads = rowsOf(ImageHead)

/** Images in SQL. */
export const layer = Layer.effect(
  ImageStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const write = yield* writerOf("images")
    yield* migrateImages

    const find = Effect.fn("ImageStore.find")(function* (urls: ReadonlyArray<string>) {
      const rows = yield* sql`select * from image_sources left join images using (hash)
        where url = any(${texts(urls)})`
      const stored = new Map<string, StoredImage>()
      const failed = new Map<string, FailedImage>()
      for (const { image, triedAt, tries, url } of readSources(rows)) {
        if (image !== undefined) stored.set(url, image)
        else failed.set(url, { tries, triedAt: mustFind(triedAt, "time of a try", url) })
      }
      return { stored, failed }
    }, Effect.orDie)

    const content = Effect.fn("ImageStore.content")(function* (hash: ImageHash, size: ImageSize) {
      const [row] = readContents(
        yield* sql`select content_type, bytes from image_variants
          where hash = ${hash} and longest_side <= ${longestSides[size]}
          order by longest_side desc limit 1`,
      )
      return Option.fromUndefinedOr(row)
    }, Effect.orDie)

    const head = Effect.fn("ImageStore.head")(function* (hash: ImageHash, size: ImageSize) {
      // The length stands beside the bytes: they are not read for it.
      const [row] = readHeads(
        yield* sql`select content_type, length(bytes) from image_variants
          where hash = ${hash} and longest_side <= ${longestSides[size]}
          order by longest_side desc limit 1`,
      )
      return Option.fromUndefinedOr(row)
    }, Effect.orDie)

    const insert = Effect.fnUntraced(function* (url: string, image: ProcessedImage) {
      const { hash } = image
      const added = yield* sql`insert into images ${sql.insert(images.record(image))}
        on conflict (hash) do nothing returning hash`
      if (added.length > 0) {
        for (const { size, ...content } of image.variants) {
          const variant = variants.record({ hash, longestSide: longestSides[size], ...content })
          yield* sql`insert into image_variants ${sql.insert(variant)}`
        }
      }
      yield* sql`insert into image_sources ${sql.insert({ url, hash })}
        on conflict (url) do update set hash = excluded.hash`
    })

    const put: ImageStore["Service"]["put"] = Effect.fn("ImageStore.put")(function* (images) {
      if (images.length === 0) return
      yield* write(Effect.forEach(images, ({ image, url }) => insert(url, image), { discard: true }))
    }, Effect.orDie)

    const noteFailure = Effect.fn("ImageStore.noteFailure")(function* (url: string, triedAt: EpochMillis) {
      yield* sql`insert into image_sources (url, tries, tried_at) values (${url}, 1, ${instant(triedAt)})
        on conflict (url) do update set tries = image_sources.tries + 1, tried_at = excluded.tried_at
        where image_sources.hash is null`
    }, Effect.orDie)

    return ImageStore.of({ find, content, head, put, noteFailure })
  }),
)
