import { bytesOf, convertValue, Profile, PropertyType } from "@daybook/profiles"
import { ArticleId } from "@daybook/reading"
import { Rows } from "@daybook/storage-sql/reading"
import * as Schema from "effect/Schema"
import { everyIndexedValue, indexedValuesOf } from "../profiles/indexedValues.ts"
import { writeWords } from "../reading/words.ts"
import { json } from "../sql/columnTypes.ts"
import type { Database } from "../sql/database.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

/** The text of the HTML of an article, as `PlainText` of reading returns it. */
export type TextOf = (html: string) => string

const readTypes = rowsOf(
  Schema.Struct({
    workspace: Schema.String,
    version: Schema.String,
    name: Schema.String,
    id: Schema.Int,
    type: PropertyType,
  }),
)

const readProfiles = rowsOf(
  Schema.Struct({
    workspace: Schema.String,
    version: Schema.String,
    distinctId: Schema.String,
    properties: Profile.fields.properties,
  }),
  { properties: { type: json } },
)

const recountProfiles = ({ all, many, sql }: Database["Service"]): void => {
  all(sql`insert into erased_ids (erasure, hash)
    select distinct number, value from profile_erasures, json_each(hashes)`)
  // An export of an earlier version has no counts of properties.
  all(
    sql`insert into property_counts
      select p.workspace, p.version, value.key, count(*), min(p.created_at), max(p.updated_at)
      from profiles as p, json_each(p.properties) as value group by 1, 2, 3 on conflict do nothing`,
  )
  all(
    sql`insert into profile_totals select workspace, version, type, count(*) from property_types group by 1, 2, 3`,
  )
  const types = new Map(
    readTypes(all(sql`select workspace, version, name, id, type from property_types`)).map((one) => [
      JSON.stringify([one.workspace, one.version, one.name]),
      one,
    ]),
  )
  const rowsAtATime = 1_000
  for (let last = 0; ;) {
    const rows = all(sql`select rowid as place, workspace, version, distinct_id, properties from profiles
      where rowid > ${last} order by rowid limit ${rowsAtATime}`)
    if (rows.length === 0) return
    for (const { distinctId, properties, version, workspace } of readProfiles(rows)) {
      const byName = new Map(Object.entries(properties))
      many({
        text: `insert into profile_totals (workspace, version, kind, number) values (?, ?, ?, ?)
          on conflict (workspace, version, kind) do update set number = number + excluded.number`,
        rows: [
          [workspace, version, "profile", 1],
          [workspace, version, "bytes", bytesOf(byName)],
        ],
      })
      many({
        text: "insert into profile_values (property, value, distinct_id) values (?, ?, ?)",
        rows: [...byName].flatMap(([name, value]) => {
          const property = types.get(JSON.stringify([workspace, version, name]))
          if (property === undefined) return []
          const { id, type } = property
          // A value that waits for its conversion does not have the type yet.
          const values =
            convertValue(value, type) === value ? indexedValuesOf(type, value) : everyIndexedValue(value)
          return [...values].map((one) => [id, one, distinctId])
        }),
      })
    }
    last = Number(rows.at(-1)?.["place"])
  }
}

const articles = tableOf(...Rows.articles)
const readContents = valuesOf(Schema.UndefinedOr(Schema.String))
const readIds = valuesOf(ArticleId)

const recountWords = (database: Database["Service"], textOf: TextOf): void => {
  const { all, sql } = database
  for (const id of readIds(all(sql`select id from articles`))) {
    const [article] = articles.read(all(sql`select ${articles.columns} from articles where id = ${id}`))
    const [content] = readContents(all(sql`select content from article_contents where article_id = ${id}`))
    if (article !== undefined) writeWords(database, [{ article, text: textOf(content ?? "") }])
  }
}

/** Counts what follows from restored rows whatever the owner's time zone, in the transaction that writes them. */
export const recountRows = (database: Database["Service"], textOf: TextOf): void => {
  recountProfiles(database)
  recountWords(database, textOf)
}
