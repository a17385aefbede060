import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rowsOf } from "../table.ts"
import type { ListeningSql } from "./listeningSql.ts"

interface PlayWithImage {
  readonly album: { readonly id: number } | undefined
  readonly imageUrl: string
}

const readNameAliases = rowsOf(Schema.Struct({ id: Schema.Int, leadsTo: Schema.UndefinedOr(Schema.Int) }))

/** Stores the images of albums that have none; true if there was one. An album fills the one that it counts as, too. */
export const storeImages = Effect.fnUntraced(function* (
  { amongNumbers, given, sql, toldImageUrl }: ListeningSql,
  plays: ReadonlyArray<PlayWithImage>,
) {
  const images = new Map<number, string>()
  for (const { album, imageUrl } of plays)
    if (album !== undefined && imageUrl !== "" && !images.has(album.id)) images.set(album.id, imageUrl)
  if (images.size === 0) return false
  const image = given("image", { album_id: ["int", [...images.keys()]], url: ["text", [...images.values()]] })
  const stored = readNameAliases(
    yield* sql`update albums set image_url = coalesce(nullif(image_url, ''), image.url),
        told_image_url = case when told_image_url = '' then image.url else told_image_url end
      from ${image} where id = image.album_id and (image_url = '' or told_image_url = '') returning id, leads_to`,
  )
  const led = stored.flatMap(({ id, leadsTo }) => (leadsTo === undefined || leadsTo === id ? [] : [id]))
  if (led.length > 0)
    yield* sql`update albums set image_url = ${sql.literal(toldImageUrl("told"))} from albums as told
      where ${amongNumbers("told.id", led)} and albums.id = told.leads_to and albums.image_url = ''`
  return stored.length > 0
})
