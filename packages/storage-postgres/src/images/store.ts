import type { EpochMillis } from "@daybook/kernel"
import {
  type FailedImage,
  ImageHash,
  type ImageSize,
  ImageStore,
  longestSides,
  type ProcessedImage,
  type StoredImage,
} from "@daybook/images"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { migrate } from "../sql/migrator.ts"
import { instant, texts } from "../sql/parameters.ts"
import { migrateVersions, writerOf } from "../kernel/dataVersions.ts"

const migrateImages = migrate("images", {
  "1_images": (sql) => [
    sql`create table images (
      hash text primary key,
      width int not null,
      height int not null,
      thumbhash text not null,
      dominant_color text not null
    )`,
    sql`create table image_variants (
      hash text not null references images,
      longest_side int not null,
      content_type text not null,
      bytes bytea not null,
      primary key (hash, longest_side)
    )`,
    // Compressed they are already.
    sql`alter table image_variants alter column bytes set storage external`,
    sql`create table image_sources (
      url text primary key,
      hash text references images,
      tries int not null default 0,
      tried_at timestamptz,
      check (hash is not null or tried_at is not null)
    )`,
  ],
})

const decodeSources = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Union([
      Schema.Struct({
        url: Schema.String,
        hash: ImageHash,
        width: Schema.Int,
        height: Schema.Int,
        thumbhash: Schema.String,
        dominant_color: Schema.String,
      }),
      Schema.Struct({
        url: Schema.String,
        hash: Schema.Null,
        tries: Schema.Int,
        tried_at: Schema.Date,
      }),
    ]),
  ),
)

const decodeContent = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ content_type: Schema.String, bytes: Schema.Uint8Array })),
)

/** Pictures in SQL. */
export const layer = Layer.effect(
  ImageStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateVersions
    yield* migrateImages
    const write = writerOf(sql, "images")

    const find = Effect.fn("ImageStore.find")(function* (urls: ReadonlyArray<string>) {
      const rows = yield* decodeSources(
        yield* sql`select url, hash, width, height, thumbhash, dominant_color, tries, tried_at
          from image_sources left join images using (hash) where url = any(${texts(urls)})`,
      )
      const stored = new Map<string, StoredImage>()
      const failed = new Map<string, FailedImage>()
      for (const row of rows) {
        if (row.hash === null) {
          failed.set(row.url, { tries: row.tries, triedAt: row.tried_at.getTime() })
        } else {
          const { url, dominant_color, ...image } = row
          stored.set(url, { ...image, dominantColor: dominant_color })
        }
      }
      return { stored, failed }
    }, Effect.orDie)

    const content = Effect.fn("ImageStore.content")(function* (hash: ImageHash, size: ImageSize) {
      const [row] = yield* decodeContent(
        yield* sql`select content_type, bytes from image_variants
          where hash = ${hash} and longest_side <= ${longestSides[size]}
          order by longest_side desc limit 1`,
      )
      return Option.map(Option.fromUndefinedOr(row), ({ bytes, content_type }) => ({
        contentType: content_type,
        bytes,
      }))
    }, Effect.orDie)

    const insert = Effect.fnUntraced(function* (url: string, image: ProcessedImage) {
      const { dominantColor: dominant_color, hash, height, thumbhash, variants, width } = image
      const added = yield* sql`insert into images
        ${sql.insert({ hash, width, height, thumbhash, dominant_color })}
        on conflict (hash) do nothing returning hash`
      if (added.length > 0) {
        for (const { bytes, contentType: content_type, size } of variants) {
          yield* sql`insert into image_variants
            ${sql.insert({ hash, longest_side: longestSides[size], content_type, bytes })}`
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

    return ImageStore.of({ find, content, put, noteFailure })
  }),
)
