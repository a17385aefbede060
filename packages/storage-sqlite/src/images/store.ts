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
import { mustFind } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { writerOf } from "../kernel/dataVersions.ts"
import { bytes } from "../sql/columnTypes.ts"
import { Database } from "../sql/database.ts"
import { jsonList, rowsOf, tableOf } from "../sql/table.ts"
import { migrateImages } from "./migrations.ts"

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

/** Images in SQLite. */
export const layer = Layer.effect(
  ImageStore,
  Effect.gen(function* () {
    const { all, many, read, sql, transaction } = yield* Database
    const write = yield* writerOf("images")
    yield* migrateImages

    const find = Effect.fn("ImageStore.find")((urls: ReadonlyArray<string>) =>
      read(() => {
        const rows = all(sql`select * from image_sources left join images using (hash)
          where url in (select value from json_each(${jsonList(urls)}))`)
        const stored = new Map<string, StoredImage>()
        const failed = new Map<string, FailedImage>()
        for (const { image, triedAt, tries, url } of readSources(rows)) {
          if (image !== undefined) stored.set(url, image)
          else failed.set(url, { tries, triedAt: mustFind(triedAt, "time of a try", url) })
        }
        return { stored, failed }
      }),
    )

    /** The variant of an image that a size asks for, as a `from` clause. */
    const variant = (hash: ImageHash, size: ImageSize) =>
      sql`image_variants where hash = ${hash} and longest_side <= ${longestSides[size]}
        order by longest_side desc limit 1`

    const content = Effect.fn("ImageStore.content")((hash: ImageHash, size: ImageSize) =>
      read(() =>
        Option.fromUndefinedOr(
          readContents(all(sql`select content_type, bytes from ${variant(hash, size)}`))[0],
        ),
      ),
    )

    const head = Effect.fn("ImageStore.head")((hash: ImageHash, size: ImageSize) =>
      // The length of a blob is in the record's header: its bytes are not read.
      read(() =>
        Option.fromUndefinedOr(
          readHeads(all(sql`select content_type, length(bytes) as length from ${variant(hash, size)}`))[0],
        ),
      ),
    )

    const insert = (url: string, image: ProcessedImage): void => {
      const { hash } = image
      const added = many(images.insert([image], "on conflict (hash) do nothing returning hash"))
      if (added.length > 0)
        many(
          variants.insert(
            image.variants.map(({ size, ...rest }) => ({ hash, longestSide: longestSides[size], ...rest })),
          ),
        )
      all(sql`insert into image_sources ${sql.insert({ url, hash })}
        on conflict (url) do update set hash = excluded.hash`)
    }

    const put: ImageStore["Service"]["put"] = Effect.fn("ImageStore.put")((batch) =>
      write(
        Effect.sync(() => {
          for (const { image, url } of batch) insert(url, image)
        }),
      ),
    )

    const noteFailure = Effect.fn("ImageStore.noteFailure")((url: string, triedAt: EpochMillis) =>
      transaction(
        Effect.sync(() => {
          all(sql`insert into image_sources (url, tries, tried_at) values (${url}, 1, ${triedAt})
            on conflict (url) do update set tries = image_sources.tries + 1, tried_at = excluded.tried_at
            where image_sources.hash is null`)
        }),
      ),
    )

    return ImageStore.of({ find, content, head, put, noteFailure })
  }),
)
