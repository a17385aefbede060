import { Edit, type EditId, type EditLog, Edits, type NewEdit, type PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { pageOf } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { described, rowsOf, valuesOf } from "../table.ts"

const edits = described("edits", Edit, { id: { generated: true }, fields: { type: "json" } })
const Told = Schema.Struct({
  domain: Schema.String,
  type: Schema.String,
  itemId: Schema.String,
  item: Schema.Record(Schema.String, Schema.Unknown),
})
const toldItems = described("told_items", Told, { item: { type: "json" } })
const readTold = rowsOf(Schema.Struct({ itemId: Told.fields.itemId, item: Told.fields.item }), {
  item: { type: "json" },
})
const readIds = valuesOf(Schema.String)

/** All edits. */
export const allEdits = ({ read, sql, tableOf }: Sql) => {
  const table = tableOf(edits)
  return Edits.of({
    list: Effect.fn("Edits.list")(
      (page: PageRequest) => pageOf(sql, table, sql`edits`, sql`id desc`, page),
      read,
    ),
    find: Effect.fn("Edits.find")(function* (id: EditId) {
      const rows = yield* sql`select ${table.columns} from edits where id = ${id}`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, read),
  })
}

/** The edits of a domain, to be used in transactions of the domain's writer. */
export const editLogOf = ({ amongTexts, sql, tableOf }: Sql, domain: string): EditLog => {
  const [table, told] = [tableOf(edits), tableOf(toldItems)]
  const sourceVersions = (type: string, ids: ReadonlyArray<string>) =>
    sql`domain = ${domain} and type = ${type} and ${amongTexts("item_id", ids)}`
  return {
    edits: sql`select ${table.columns} from edits where domain = ${domain} order by id`.pipe(
      Effect.map(table.read),
      Effect.orDie,
    ),
    add: (edit: NewEdit) =>
      sql`insert into edits ${sql.insert(table.record({ ...edit, domain }))}`.pipe(
        Effect.asVoid,
        Effect.orDie,
      ),
    replace: (edit: Edit) => table.update([edit], "id").pipe(Effect.asVoid, Effect.orDie),
    remove: (id) =>
      sql`delete from edits where domain = ${domain} and id = ${id} returning id`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie,
      ),
    told: Effect.fnUntraced(function* (type: string, ids: ReadonlyArray<string>) {
      if (ids.length === 0) return new Map()
      const rows = readTold(
        yield* sql`select item_id, item from told_items where ${sourceVersions(type, ids)}`,
      )
      return new Map(rows.map(({ item, itemId }) => [itemId, item]))
    }, Effect.orDie),
    toldIds: (type) =>
      sql`select item_id from told_items where domain = ${domain} and type = ${type} order by item_id`.pipe(
        Effect.map(readIds),
        Effect.orDie,
      ),
    keep: (type, items) =>
      told
        .replace(
          Array.from(items, ([itemId, item]) => ({ domain, type, itemId, item: { ...item } })),
          "domain",
          "type",
          "itemId",
        )
        .pipe(Effect.asVoid, Effect.orDie),
    drop: Effect.fnUntraced(function* (type: string, ids: ReadonlyArray<string>) {
      if (ids.length > 0) yield* sql`delete from told_items where ${sourceVersions(type, ids)}`
    }, Effect.orDie),
  }
}
