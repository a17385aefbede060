import {
  foldText,
  type ItemKey,
  passageText,
  type Searchable,
  SearchItem,
  type TitleQuery,
  titleText,
} from "@daybook/kernel"
import type { ItemSelect } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import { afterRestore } from "../everything/recounts.ts"
import { Database } from "../sql/database.ts"
import { jsonList, rowsOf } from "../sql/table.ts"
import { titleListOf } from "./titleLists.ts"

const readTouched = rowsOf(Schema.Struct({ type: Schema.String, id: Schema.String }))
const { at, id, imageUrl, subtitle, text, title, url } = SearchItem.fields
const readItems = rowsOf(Schema.Struct({ id, title, subtitle, at, url, imageUrl, text }))

const itemsOf = ({ all, sql }: Database["Service"], select: Fragment, ids: ReadonlyArray<string>) =>
  readItems(
    all(sql`select cast(item.id as text) as id, title, subtitle, at, url, image_url, text from (${select}) as item
        where item.id in (select value from json_each(${jsonList(ids)}))`),
  )

/**
 * The items of a domain that a search finds, and `settle`, which its writer runs at the end of each transaction: the titles
 * that it touched are folded again. `select` returns the items of each type; the domain's tables say in their migrations by
 * `touchTitles` which items a change touches.
 */
export const searchIn = Effect.fnUntraced(function* (
  domain: string,
  types: Readonly<Record<string, Omit<ItemSelect, "id">>>,
) {
  const database = yield* Database
  const { all, isReader, read, sql, transaction } = database
  const lists = new Map(
    Object.entries(types).map(([type, { isPassage = false }]) => [
      type,
      { isPassage, ...titleListOf(database, domain, type, isPassage) },
    ]),
  )

  const settle = (): void => {
    const touched = readTouched(
      all(sql`delete from touched_titles where domain = ${domain} returning type, id`),
    )
    for (const [type, some] of Map.groupBy(touched, (one) => one.type)) {
      const asked = types[type]
      if (asked === undefined) continue
      const ids = some.map((one) => one.id)
      const found = itemsOf(database, asked.select, ids)
      lists.get(type)?.write(
        ids,
        found.map((item) => ({
          id: item.id,
          folded: asked.isPassage ? passageText(item.text) : titleText(item.title, item.subtitle),
        })),
      )
    }
  }
  // A migration or a restore may have touched all titles.
  if (!isReader) {
    const touched = sql`select 1 from touched_titles where domain = ${domain} limit 1`
    if ((yield* read(() => all(touched))).length > 0) yield* transaction(Effect.sync(settle))
    afterRestore(database, settle)
  }

  const listsOf = (arePassages: boolean) =>
    Effect.fn("Searchable.titles")((query?: TitleQuery) =>
      read(() => {
        const asked = [...lists].filter(([, { isPassage }]) => isPassage === arePassages)
        return new Map(asked.map(([type, list]) => [type, list.read(query)]))
      }),
    )

  const items = Effect.fn("Searchable.items")((keys: ReadonlyArray<ItemKey>) =>
    read(() => {
      const found = new Map<string, SearchItem>()
      for (const [type, some] of Map.groupBy(keys, (key) => key.type)) {
        const select = types[type]?.select
        if (select === undefined) continue
        const rows = itemsOf(
          database,
          select,
          some.map((key) => key.id),
        )
        for (const row of rows) found.set(`${type} ${row.id}`, { ...row, type })
      }
      return keys.flatMap((key) => found.get(`${key.type} ${key.id}`) ?? [])
    }),
  )

  const searchable: Searchable = { titles: listsOf(false), passages: listsOf(true), items }
  return {
    searchable,
    settle,
    /**
     * The condition that a column, or an expression, is the id of an item whose title, or a name next to it, contains
     * the text; of a passage its text.
     */
    matching: (type: string, column: string | Fragment, asked: string | undefined): Fragment => {
      if (asked === undefined) return sql`true`
      const list = lists.get(type)
      if (list === undefined) return sql`false`
      return sql`${typeof column === "string" ? sql(column) : column} in (${list.containing(foldText(asked))})`
    },
  }
})
