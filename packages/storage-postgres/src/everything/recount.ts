import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { sumVenues } from "@daybook/storage-sql/places"
import { sqlOf } from "../sql/sql.ts"
import { Rows } from "@daybook/storage-sql/reading"
import { wordsIn } from "../reading/words.ts"
import { tableOf, valuesOf } from "../sql/table.ts"

const articles = tableOf(...Rows.articles)
const readContents = valuesOf(Schema.UndefinedOr(Schema.String))

/** The text of the HTML of an article, as `PlainText` of reading returns it. */
export type TextOf = (html: string) => string

/** Indexes the words of all articles. */
const recountWords = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, textOf: TextOf) {
  const ids = Rows.readIds(yield* sql`select id from articles order by id`)
  for (const id of ids) {
    const [article] = articles.read(yield* sql`select ${articles.columns} from articles where id = ${id}`)
    const [content = ""] = readContents(
      yield* sql`select content from article_contents where article_id = ${id}`,
    )
    if (article !== undefined) yield* wordsIn(sql).writeWords([{ article, text: textOf(content) }])
  }
})

/**
 * Counts what follows from restored rows, in the transaction that writes them. The next opening counts totals that depend
 * on the owner's time zone, as for another zone.
 */
export const recount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, textOf: TextOf) {
  for (const table of ["listening_zone", "running_zone", "watching_zone"])
    yield* sql`insert into ${sql(table)} (zone) values ('')`

  // A name that is shown as it was reported has no row of its reported form.
  yield* sql`update artists set told_artist_id = id`
  for (const table of ["artists", "albums", "tracks"]) {
    const isAlbum = table === "albums"
    const columns = ["told_name", "told_artist_id", ...(isAlbum ? ["told_image_url"] : [])]
    yield* sql`update ${sql(table)} set ${sql.literal(columns.map((column) => `${column} = null`).join(", "))}
      where leads_to is null and not is_removed and told_name = name
        and ${sql.literal(table === "artists" ? "true" : "told_artist_id = artist_id")}
        and ${sql.literal(isAlbum ? "told_image_url = image_url" : "true")}`
  }
  yield* sql`insert into scrobble_days select date_bin('24 hours', played_at, '2000-01-01Z'), max(came_with)
    from scrobbles where came_with is not null group by 1`

  yield* sumVenues(sqlOf(sql))

  yield* sql`insert into profile_totals select workspace, version, 'profile', count(*) from profiles group by 1, 2`
  yield* sql`insert into profile_totals select workspace, version, type, count(*) from property_types group by 1, 2, 3`
  // An export of an earlier version has no counts of properties.
  yield* sql`insert into property_counts
    select p.workspace, p.version, name, 0, count(*), min(p.created_at), max(p.updated_at)
    from profiles as p, jsonb_object_keys(p.properties) as name group by 1, 2, 3 on conflict do nothing`
  yield* sql`insert into profile_totals select workspace, version, 'bytes', sum(octet_length(properties::text))
    from profiles group by 1, 2`
  yield* recountWords(sql, textOf)
})
