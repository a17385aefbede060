import {
  idsContaining,
  type ItemKey,
  passageText,
  type Searchable,
  SearchItem,
  type TitleList,
  titleText,
} from "@daybook/kernel"
import type { ItemSelect } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { readerInEpoch } from "../kernel/epochs.ts"
import { ints, texts } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"

const NotedChange = Schema.Struct({ type: Schema.String, id: Schema.String, number: Schema.Int })
const { at, id, imageUrl, subtitle, text, title, url } = SearchItem.fields
const readTitles = rowsOf(Schema.Struct({ id, title, subtitle }))
const readTexts = rowsOf(Schema.Struct({ id, text }))
const readItems = rowsOf(Schema.Struct({ id, title, subtitle, at, url, imageUrl, text }))

/** The time after a start at which titles are loaded: the start and its first responses come before. */
const loadAfter = "500 millis"

/** The number of titles read at once, and of passages, which are longer. */
const readAtOnce = 5_000
const passagesAtOnce = 1_000

const none: TitleList = { ids: [], texts: [] }

/** The numbers of rows among ids: an id from elsewhere may not be a number. */
const numbersOf = (ids: ReadonlyArray<string>) =>
  ids.map(Number).filter((one) => Number.isInteger(one) && Math.abs(one) < 2 ** 31)

const idsOf = (type: ItemSelect["id"], ids: ReadonlyArray<string>) =>
  type === "text" ? texts(ids) : ints(numbersOf(ids))

/** The list with these titles replacing those of the ids. */
const replaced = (list: TitleList, gone: ReadonlySet<string>, fresh: TitleList): TitleList => {
  const stays = list.ids.map((one) => !gone.has(one))
  return {
    ids: [...list.ids.filter((_, at) => stays[at]), ...fresh.ids],
    texts: [...list.texts.filter((_, at) => stays[at]), ...fresh.texts],
  }
}

/** Reads titles from the database. */
const readingTitles = (sql: SqlClient.SqlClient) => {
  const read = Effect.fnUntraced(function* (
    { isPassage, select }: ItemSelect,
    where: Fragment,
  ): Effect.fn.Return<TitleList, SqlError> {
    if (isPassage) {
      const rows = readTexts(yield* sql`select item.id::text, text from (${select}) as item where ${where}`)
      return { ids: rows.map((row) => row.id), texts: rows.map((row) => passageText(row.text)) }
    }
    const rows = readTitles(
      yield* sql`select item.id::text, title, subtitle from (${select}) as item where ${where}`,
    )
    return { ids: rows.map((row) => row.id), texts: rows.map((row) => titleText(row.title, row.subtitle)) }
  })

  const titlesOf = (type: ItemSelect, ids: ReadonlyArray<string>) =>
    read(type, sql`item.id = any(${idsOf(type.id, ids)})`)

  /** Reads all titles of a type, in batches: a thread that reads them all at once would not respond meanwhile. */
  const allTitles = Effect.fnUntraced(function* (type: ItemSelect) {
    const atOnce = type.isPassage ? passagesAtOnce : readAtOnce
    const portions: Array<TitleList> = []
    for (let last: string | undefined; ;) {
      const later =
        last === undefined
          ? sql`true`
          : type.id === "int"
            ? sql`item.id > ${Number(last)}::int`
            : sql`item.id > ${last}`
      const portion = yield* read(type, sql`${later} order by item.id limit ${atOnce}`)
      portions.push(portion)
      last = portion.ids.at(-1)
      if (portion.ids.length < atOnce) break
    }
    return { ids: portions.flatMap(({ ids }) => ids), texts: portions.flatMap((portion) => portion.texts) }
  })

  return { allTitles, titlesOf }
}

/** All titles of a domain, as of a change. */
interface Loaded {
  readonly epoch: number
  readonly number: number
  readonly titles: ReadonlyMap<string, TitleList>
}

/** Loads the titles of a domain, or those that have changed since it did. */
const loadingTitles = (sql: SqlClient.SqlClient, domain: string, types: ReadonlyMap<string, ItemSelect>) => {
  const readLast = readerInEpoch(sql, Schema.Struct({ number: Schema.Int }))
  const readChanges = readerInEpoch(sql, NotedChange)
  const { allTitles, titlesOf } = readingTitles(sql)
  const oneLoads = Semaphore.makeUnsafe(1)
  let loaded: Loaded | undefined

  const loadAll = Effect.gen(function* () {
    const { epoch, items: last } = yield* readLast(
      sql`select epochs.number::float8 as epoch, max(noted.number)::int as number
        from epochs left join title_changes as noted on domain = ${domain} group by epochs.number`,
    )
    const titles = new Map<string, TitleList>()
    for (const [type, select] of types) titles.set(type, yield* allTitles(select))
    return { epoch, number: last[0]?.number ?? 0, titles }
  })

  const loadChanges = Effect.fnUntraced(function* (known: Loaded) {
    const { epoch, items: changes } = yield* readChanges(
      sql`select epochs.number::float8 as epoch, type, id, noted.number::int
        from epochs left join title_changes as noted on domain = ${domain} and noted.number > ${known.number}
        order by noted.number`,
    )
    if (epoch !== known.epoch) return yield* loadAll
    const last = changes.at(-1)
    if (last === undefined) return known
    const titles = new Map(known.titles)
    for (const [type, some] of Map.groupBy(changes, (change) => change.type)) {
      const select = types.get(type)
      if (select === undefined) continue
      const ids = some.map((change) => change.id)
      const list = ids.includes("")
        ? yield* allTitles(select)
        : replaced(titles.get(type) ?? none, new Set(ids), yield* titlesOf(select, ids))
      titles.set(type, list)
    }
    return { epoch, number: last.number, titles }
  })

  return oneLoads.withPermit(
    Effect.gen(function* () {
      loaded = loaded === undefined ? yield* loadAll : yield* loadChanges(loaded)
      return loaded.titles
    }),
  )
}

/**
 * The items of a domain that a search finds. Their folded titles are in the memory of this process, about 60 bytes
 * each: any text is found in milliseconds, while a database without an index of trigrams reads all rows. Each search
 * first reads the titles that have changed since the last one. `select` reads the items of each type; the domain's
 * migrations use `noteTitles` to mark the items that a change touches.
 */
export const searchIn = Effect.fnUntraced(function* (
  domain: string,
  selects: (sql: SqlClient.SqlClient) => Readonly<Record<string, ItemSelect>>,
) {
  const sql = yield* SqlClient.SqlClient
  const types = new Map(Object.entries(selects(sql)))
  const load = loadingTitles(sql, domain, types)

  // The first search after a start would wait for it.
  yield* Effect.delay(load, loadAfter).pipe(
    Effect.catchCause((cause) => Effect.logWarning(`loading the titles of ${domain} early failed`, cause)),
    Effect.forkScoped,
  )

  const lists = load.pipe(Effect.orDie, Effect.withSpan("Searchable.titles"))
  const listsOf = (isPassage: boolean) =>
    Effect.map(
      lists,
      (all) => new Map([...all].filter(([type]) => (types.get(type)?.isPassage ?? false) === isPassage)),
    )

  const items = Effect.fn("Searchable.items")(function* (keys: ReadonlyArray<ItemKey>) {
    const found = new Map<string, SearchItem>()
    for (const [type, some] of Map.groupBy(keys, (key) => key.type)) {
      const select = types.get(type)
      if (select === undefined) continue
      const ids = idsOf(
        select.id,
        some.map((key) => key.id),
      )
      const rows = readItems(
        yield* sql`select item.id::text, title, subtitle, at, url, image_url, text from (${select.select}) as item
          where item.id = any(${ids})`,
      )
      for (const row of rows) found.set(`${type} ${row.id}`, { ...row, type })
    }
    return keys.flatMap((key) => found.get(`${key.type} ${key.id}`) ?? [])
  }, Effect.orDie)

  /** The numbers of the items of a type whose titles, or names next to them, contain the text. */
  const found = (type: string, text: string) =>
    Effect.map(lists, (all) => numbersOf(idsContaining(all.get(type) ?? none, text)))

  const [titles, passages] = [listsOf(false), listsOf(true)]
  const searchable: Searchable = { titles: () => titles, passages: () => passages, items }
  return {
    searchable,
    found,
    /**
     * The condition that a column, or an expression, is the id of an item whose title, or a name with it, contains the
     * text; for a passage its text.
     */
    matching: (type: string, column: string | Fragment, text: string | undefined): Effect.Effect<Fragment> =>
      text === undefined
        ? Effect.succeed(sql`true`)
        : Effect.map(lists, (all) => {
            const ids = idsContaining(all.get(type) ?? none, text)
            return sql`${typeof column === "string" ? sql(column) : column} = any(${idsOf(types.get(type)?.id ?? "text", ids)})`
          }),
  }
})
