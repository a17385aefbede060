import {
  byContent,
  type EndedPart,
  ImportCounts,
  type ImportId,
  ImportPart,
  ImportRecord,
  ImportStore,
  keptImports,
  type PageRequest,
  partsInList,
  type ReceivedFile,
} from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { jsonList, tableOf, valuesOf } from "../sql/table.ts"
import { migrateImports } from "./migrations.ts"

const table = tableOf("imports", ImportRecord, { id: { generated: true } })
const PartRow = Schema.Struct({ importId: ImportRecord.fields.id, place: Schema.Int, ...ImportPart.fields })
const parts = tableOf("import_parts", PartRow)
const { attempts, secondsLeft } = ImportRecord.fields
const Counted = Schema.Struct({ ...ImportCounts.fields, attempts, secondsLeft })
const counted = tableOf("imports", Counted)

const readIds = valuesOf(ImportRecord.fields.id)

const partOf = ({ importId: _id, place: _place, ...part }: typeof PartRow.Type): ImportPart => part

/** The imports of files that were sent to the server, in SQLite. */
export const layer = Layer.effect(
  ImportStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, many, read, sql, transaction } = database
    yield* migrateImports

    const add = Effect.fn("ImportStore.add")((file: ReceivedFile) =>
      transaction(
        Effect.map(Clock.currentTimeMillis, (receivedAt) => {
          const received = { ...byContent, ...file, status: "waiting" as const, error: "" }
          const none = { rows: 0, stored: 0, known: 0, setAside: 0, secondsLeft: 0, attempts: 0 }
          const rows =
            all(sql`insert into imports ${sql.insert(table.record({ ...received, ...none, receivedAt }))}
            returning id`)
          all(sql`delete from imports where finished_at is not null
            and id <= (select id from imports order by id desc limit 1 offset ${keptImports})`)
          return mustFind(readIds(rows)[0], "import", file.file)
        }),
      ),
    )

    const partsOf = (ids: ReadonlyArray<ImportId>, before?: number) => {
      const earlier = before === undefined ? sql`true` : sql`place < ${before}`
      const rows = all(sql`select ${parts.columns} from import_parts
        where import_id in (select value from json_each(${jsonList(ids)})) and ${earlier} order by import_id, place`)
      return Map.groupBy(parts.read(rows), ({ importId }) => importId)
    }

    const withParts = (records: ReadonlyArray<ImportRecord>, before?: number) => {
      const byId = partsOf(
        records.map(({ id }) => id),
        before,
      )
      return records.map((record) => ({ ...record, parts: (byId.get(record.id) ?? []).map(partOf) }))
    }

    const find = Effect.fn("ImportStore.find")((id: ImportId) =>
      read(() =>
        Option.fromUndefinedOr(
          withParts(table.read(all(sql`select ${table.columns} from imports where id = ${id}`)))[0],
        ),
      ),
    )

    const list = Effect.fn("ImportStore.list")((page: PageRequest) =>
      read(() => ({
        items: withParts(
          table.read(all(sql`select ${table.columns} from imports order by id desc ${onPage(sql, page)}`)),
          partsInList,
        ),
        total: countRows(database, sql`imports`),
      })),
    )

    const ended = Effect.fn("ImportStore.ended")((id: ImportId) =>
      read(() => (partsOf([id]).get(id) ?? []).map((row) => ({ place: row.place, part: partOf(row) }))),
    )

    const progress = Effect.fn("ImportStore.progress")(
      (id: ImportId, counts: typeof Counted.Type, endedSince: ReadonlyArray<EndedPart>) =>
        transaction(
          Effect.sync(() => {
            const noted =
              all(sql`update imports set ${sql.update({ status: "running", error: "", ...counted.record(counts) })}
              where id = ${id} and finished_at is null returning id`)
            if (noted.length === 0) return false
            const rows = endedSince.map(({ part, place }) => ({ importId: id, place, ...part }))
            many(parts.insert(rows, parts.replace("importId", "place")))
            return true
          }),
        ),
    )

    const wait = Effect.fn("ImportStore.wait")((id: ImportId, reason: string) =>
      transaction(
        Effect.sync(
          () =>
            all(sql`update imports set status = 'waiting', error = ${reason}, seconds_left = 0, attempts = 0
              where id = ${id} and finished_at is null returning id`).length > 0,
        ),
      ),
    )

    const end = Effect.fn("ImportStore.end")(
      (
        id: ImportId,
        { error, status }: { readonly status: "completed" | "failed"; readonly error: string },
      ) =>
        transaction(
          Effect.map(
            Clock.currentTimeMillis,
            (now) =>
              all(sql`update imports set status = ${status}, error = ${error}, seconds_left = 0, finished_at = ${now}
                where id = ${id} and finished_at is null returning id`).length > 0,
          ),
        ),
    )

    const unfinished = read(() =>
      table.read(all(sql`select ${table.columns} from imports where finished_at is null order by id`)),
    )

    return { add, find, list, unfinished, ended, progress, wait, end }
  }),
)
