import { type SettingChange, SettingStore, type StoredSetting } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Sql, type Write, writtenBy } from "../sql.ts"
import { rowsOf } from "../table.ts"

const readRows = rowsOf(Schema.Struct({ name: Schema.String, value: Schema.String }))

/** The owner's settings: secret ones in their own table, which no export has. */
export const settingStore = ({ read, sql }: Sql, write: Write) => {
  const tableOf = (isSealed: boolean) => sql(isSealed ? "sealed_settings" : "settings")
  const readTable = (isSealed: boolean) =>
    Effect.map(sql`select name, value from ${tableOf(isSealed)}`, (rows) =>
      readRows(rows).map((row): StoredSetting => ({ ...row, isSealed })),
    )
  const put = Effect.fnUntraced(function* ({ name, value, isSealed }: StoredSetting) {
    yield* sql`insert into ${tableOf(isSealed)} ${sql.insert({ name, value })}`
  })
  return SettingStore.of({
    all: Effect.gen(function* () {
      const both = [...(yield* readTable(false)), ...(yield* readTable(true))]
      return both.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    }).pipe(Effect.withSpan("SettingStore.all"), read),

    change: Effect.fn("SettingStore.change")(function* (changes: ReadonlyArray<SettingChange>) {
      for (const change of changes) {
        for (const isSealed of [false, true])
          yield* sql`delete from ${tableOf(isSealed)} where name = ${change.name}`
        if (change.value !== undefined) yield* put(change)
      }
    }, writtenBy(write)),
  })
}
