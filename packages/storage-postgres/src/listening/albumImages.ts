import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { ints, texts } from "../sql/parameters.ts"

interface PlayWithImage {
  readonly album: { readonly id: number } | undefined
  readonly imageUrl: string
}

/** Stores the images of albums that have none; true where there was one. */
export const storeImages = (sql: SqlClient.SqlClient, plays: ReadonlyArray<PlayWithImage>) => {
  const images = new Map<number, string>()
  for (const { album, imageUrl } of plays) {
    if (album !== undefined && imageUrl !== "" && !images.has(album.id)) images.set(album.id, imageUrl)
  }
  return images.size === 0
    ? Effect.succeed(false)
    : Effect.map(
        sql`update albums set image_url = image.url
          from unnest(${ints([...images.keys()])}, ${texts([...images.values()])}) as image (id, url)
          where albums.id = image.id and albums.image_url = '' returning albums.id`,
        (rows) => rows.length > 0,
      )
}
