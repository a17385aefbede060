import * as Schema from "effect/Schema"
import type { Database } from "../sql/database.ts"
import { jsonList, rowsOf } from "../sql/table.ts"

interface PlayWithImage {
  readonly album: { readonly id: number } | undefined
  readonly imageUrl: string
}

const readNameAliases = rowsOf(Schema.Struct({ id: Schema.Int, leadsTo: Schema.UndefinedOr(Schema.Int) }))

/** Stores the images of albums that have none; true if there was one. An album fills the one that it counts as, too. */
export const storeImages = (
  { all, many, sql }: Database["Service"],
  plays: ReadonlyArray<PlayWithImage>,
): boolean => {
  const images = new Map<number, string>()
  for (const { album, imageUrl } of plays)
    if (album !== undefined && imageUrl !== "" && !images.has(album.id)) images.set(album.id, imageUrl)
  const stored = readNameAliases(
    many({
      text: `update albums set image_url = coalesce(nullif(image_url, ''), ?1),
          told_image_url = coalesce(nullif(told_image_url, ''), ?1)
        where id = ?2 and (image_url = '' or told_image_url = '') returning id, leads_to`,
      rows: Array.from(images, ([id, url]) => [url, id]),
    }),
  )
  const led = stored.flatMap(({ id, leadsTo }) => (leadsTo === undefined || leadsTo === id ? [] : [id]))
  if (led.length > 0)
    all(sql`update albums set image_url = told.told_image_url from albums as told
      where told.id in (select value from json_each(${jsonList(led)})) and albums.id = told.leads_to
        and albums.image_url = ''`)
  return stored.length > 0
}
