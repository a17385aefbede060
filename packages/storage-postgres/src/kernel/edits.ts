import { Edit, type EditId, type EditLog, Edits, type NewEdit, type PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { countRows, onPage } from "../sql/paging.ts"
import { texts } from "../sql/parameters.ts"
import { json } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"
import { migrateEdits } from "./migrations.ts"

const table = tableOf("edits", Edit, { id: { generated: true }, fields: { type: json } })
const Told = Schema.Struct({
  domain: Schema.String,
  type: Schema.String,
  itemId: Schema.String,
  item: Schema.Record(Schema.String, Schema.Unknown),
})
const toldTable = tableOf("told_items", Told, { item: { type: json } })
const readTold = rowsOf(Schema.Struct({ itemId: Told.fields.itemId, item: Told.fields.item }), {
  item: { type: json },
})
const readIds = valuesOf(Schema.String)

/** All edits by hand, in SQL. */
export const layer = Layer.effect(
  Edits,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateEdits
    return {
      list: Effect.fn("Edits.list")(function* (page: PageRequest) {
        const rows = yield* sql`select ${table.columns} from edits order by id desc ${onPage(sql, page)}`
        return { items: table.read(rows), total: yield* countRows(sql, sql`edits`) }
      }, Effect.orDie),
      find: Effect.fn("Edits.find")(function* (id: EditId) {
        return Option.fromUndefinedOr(
          table.read(yield* sql`select ${table.columns} from edits where id = ${id}`)[0],
        )
      }, Effect.orDie),
    }
  }),
)

/** The edits of a domain, in SQL; to be used in transactions of the domain's writer. */
export const editLogIn = (sql: SqlClient.SqlClient, domain: string): EditLog => ({
  edits: sql`select ${table.columns} from edits where domain = ${domain} order by id`.pipe(
    Effect.map(table.read),
    Effect.orDie,
  ),
  add: Effect.fnUntraced(function* (edit: NewEdit) {
    yield* sql`insert into edits ${sql.insert({ ...table.record({ ...edit, domain }) })}`
  }, Effect.orDie),
  replace: Effect.fnUntraced(function* (edit: Edit) {
    yield* sql`${table.update([edit], "id")}`
  }, Effect.orDie),
  remove: (id) =>
    sql`delete from edits where domain = ${domain} and id = ${id} returning 1`.pipe(
      Effect.map((rows) => rows.length > 0),
      Effect.orDie,
    ),
  told: Effect.fnUntraced(function* (type: string, ids: ReadonlyArray<string>) {
    if (ids.length === 0) return new Map()
    const rows = yield* sql`select item_id, item from told_items
      where domain = ${domain} and type = ${type} and item_id = any(${texts(ids)})`
    return new Map(readTold(rows).map(({ item, itemId }) => [itemId, item]))
  }, Effect.orDie),
  toldIds: (type) =>
    sql`select item_id from told_items where domain = ${domain} and type = ${type} order by item_id`.pipe(
      Effect.map(readIds),
      Effect.orDie,
    ),
  keep: Effect.fnUntraced(function* (type: string, told: ReadonlyMap<string, object>) {
    if (told.size === 0) return
    const rows = [...told].map(([itemId, item]) => ({ domain, type, itemId, item: { ...item } }))
    yield* sql`${toldTable.insert(rows)} on conflict (domain, type, item_id)
      ${toldTable.replace("domain", "type", "itemId")}`
  }, Effect.orDie),
  drop: Effect.fnUntraced(function* (type: string, ids: ReadonlyArray<string>) {
    if (ids.length === 0) return
    yield* sql`delete from told_items where domain = ${domain} and type = ${type} and item_id = any(${texts(ids)})`
  }, Effect.orDie),
})
