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
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { mustFind } from "@daybook/storage-sql"
import { countRows, onPage } from "../sql/paging.ts"
import { instant, ints } from "../sql/parameters.ts"
import { tableOf, valuesOf } from "../sql/table.ts"
import { migrateImports } from "./migrations.ts"

const table = tableOf("imports", ImportRecord, { id: { generated: true } })
const PartRow = Schema.Struct({ importId: ImportRecord.fields.id, place: Schema.Int, ...ImportPart.fields })
const parts = tableOf("import_parts", PartRow)
const { attempts, secondsLeft } = ImportRecord.fields
const Counted = Schema.Struct({ ...ImportCounts.fields, attempts, secondsLeft })
const counted = tableOf("imports", Counted)
/** Past the last place. */
const everyPlace = 2 ** 31 - 1

const readIds = valuesOf(ImportRecord.fields.id)

const partOf = ({ importId: _id, place: _place, ...part }: typeof PartRow.Type): ImportPart => part

/** The imports of files that were sent to servers, in SQL. */
export const layer = Layer.effect(
  ImportStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateImports

    const add = Effect.fn("ImportStore.add")(function* (file: ReceivedFile) {
      const received = { ...byContent, ...file, status: "waiting" as const, error: "" }
      const none = { rows: 0, stored: 0, known: 0, setAside: 0, secondsLeft: 0, attempts: 0 }
      const receivedAt = yield* Clock.currentTimeMillis
      const rows =
        yield* sql`insert into imports ${sql.insert(table.record({ ...received, ...none, receivedAt }))}
        returning id`
      yield* sql`delete from imports where finished_at is not null
        and id <= (select id from imports order by id desc offset ${keptImports} limit 1)`
      return mustFind(readIds(rows)[0], "import", file.file)
    }, Effect.orDie)

    const partsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<ImportId>, before: number) {
      const rows = yield* sql`select ${parts.columns} from import_parts
        where import_id = any(${ints(ids)}::int[]) and place < ${before} order by import_id, place`
      return Map.groupBy(parts.read(rows), ({ importId }) => importId)
    })

    const withParts = Effect.fnUntraced(function* (records: ReadonlyArray<ImportRecord>, before: number) {
      const byId = yield* partsOf(
        records.map(({ id }) => id),
        before,
      )
      return records.map((record) => ({ ...record, parts: (byId.get(record.id) ?? []).map(partOf) }))
    })

    const find = Effect.fn("ImportStore.find")(function* (id: ImportId) {
      const found = table.read(yield* sql`select ${table.columns} from imports where id = ${id}`)
      return Option.fromUndefinedOr((yield* withParts(found, everyPlace))[0])
    }, Effect.orDie)

    const list = Effect.fn("ImportStore.list")(function* (page: PageRequest) {
      const rows = yield* sql`select ${table.columns} from imports order by id desc ${onPage(sql, page)}`
      return {
        items: yield* withParts(table.read(rows), partsInList),
        total: yield* countRows(sql, sql`imports`),
      }
    }, Effect.orDie)

    const ended = Effect.fn("ImportStore.ended")(function* (id: ImportId) {
      const byId = yield* partsOf([id], everyPlace)
      return (byId.get(id) ?? []).map((row) => ({ place: row.place, part: partOf(row) }))
    }, Effect.orDie)

    const progress = Effect.fn("ImportStore.progress")(function* (
      id: ImportId,
      counts: typeof Counted.Type,
      endedSince: ReadonlyArray<EndedPart>,
    ) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const noted =
            yield* sql`update imports set ${sql.update({ status: "running", error: "", ...counted.record(counts) })}
            where id = ${id} and finished_at is null returning 1`
          if (noted.length === 0) return false
          if (endedSince.length === 0) return true
          const rows = endedSince.map(({ part, place }) => ({ importId: id, place, ...part }))
          yield* sql`${parts.insert(rows)} on conflict (import_id, place) ${parts.replace("importId", "place")}`
          return true
        }),
      )
    }, Effect.orDie)

    const wait = Effect.fn("ImportStore.wait")(function* (id: ImportId, reason: string) {
      const rows =
        yield* sql`update imports set status = 'waiting', error = ${reason}, seconds_left = 0, attempts = 0
        where id = ${id} and finished_at is null returning 1`
      return rows.length > 0
    }, Effect.orDie)

    const end = Effect.fn("ImportStore.end")(function* (
      id: ImportId,
      { error, status }: { readonly status: "completed" | "failed"; readonly error: string },
    ) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sql`update imports
        set status = ${status}, error = ${error}, seconds_left = 0, finished_at = ${instant(now)}
        where id = ${id} and finished_at is null returning 1`
      return rows.length > 0
    }, Effect.orDie)

    return {
      add,
      find,
      list,
      unfinished: sql`select ${table.columns} from imports where finished_at is null order by id`.pipe(
        Effect.map(table.read),
        Effect.orDie,
      ),
      ended,
      progress,
      wait,
      end,
    }
  }),
)
