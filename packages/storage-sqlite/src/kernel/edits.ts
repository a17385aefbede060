import { Edit, type EditId, type EditLog, Edits, type NewEdit, type PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { json } from "../sql/columnTypes.ts"
import { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { jsonList, rowsOf, tableOf, valuesOf } from "../sql/table.ts"
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

/** All edits by hand, in SQLite. */
export const layer = Layer.effect(
  Edits,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, read, sql } = database
    yield* migrateEdits
    return {
      list: Effect.fn("Edits.list")((page: PageRequest) =>
        read(() => ({
          items: table.read(
            all(sql`select ${table.columns} from edits order by id desc ${onPage(sql, page)}`),
          ),
          total: countRows(database, sql`edits`),
        })),
      ),
      find: Effect.fn("Edits.find")((id: EditId) =>
        read(() =>
          Option.fromUndefinedOr(
            table.read(all(sql`select ${table.columns} from edits where id = ${id}`))[0],
          ),
        ),
      ),
    }
  }),
)

/** The edits of a domain, to be used in transactions of the domain's writer. */
export const editLogIn = ({ all, many, sql }: Database["Service"], domain: string): EditLog => ({
  edits: Effect.sync(() =>
    table.read(all(sql`select ${table.columns} from edits where domain = ${domain} order by id`)),
  ),
  add: (edit: NewEdit) =>
    Effect.sync(() => {
      all(sql`insert into edits ${sql.insert(table.record({ ...edit, domain }))}`)
    }),
  replace: (edit: Edit) =>
    Effect.sync(() => {
      many(table.update([edit], "id"))
    }),
  remove: (id) =>
    Effect.sync(
      () => all(sql`delete from edits where domain = ${domain} and id = ${id} returning id`).length > 0,
    ),
  told: (type, ids) =>
    Effect.sync(() => {
      const rows = all(sql`select item_id, item from told_items
        where domain = ${domain} and type = ${type} and item_id in (select value from json_each(${jsonList(ids)}))`)
      return new Map(readTold(rows).map(({ item, itemId }) => [itemId, item]))
    }),
  toldIds: (type) =>
    Effect.sync(() =>
      readIds(
        all(sql`select item_id from told_items where domain = ${domain} and type = ${type} order by item_id`),
      ),
    ),
  keep: (type, told) =>
    Effect.sync(() => {
      const rows = Array.from(told, ([itemId, item]) => ({ domain, type, itemId, item: { ...item } }))
      many(toldTable.insert(rows, toldTable.replace("domain", "type", "itemId")))
    }),
  drop: (type, ids) =>
    Effect.sync(() => {
      all(sql`delete from told_items
        where domain = ${domain} and type = ${type} and item_id in (select value from json_each(${jsonList(ids)}))`)
    }),
})
