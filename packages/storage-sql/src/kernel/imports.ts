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
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { mustFind } from "../mustFind.ts"
import { pageOf } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { described, valuesOf } from "../table.ts"

const imports = described("imports", ImportRecord, { id: { generated: true } })
const PartRow = Schema.Struct({ importId: ImportRecord.fields.id, place: Schema.Int, ...ImportPart.fields })
const importParts = described("import_parts", PartRow)
const { attempts, secondsLeft } = ImportRecord.fields
const Counted = Schema.Struct({ ...ImportCounts.fields, attempts, secondsLeft })
const countedImports = described("imports", Counted)
/** Past the last place. */
const everyPlace = 2 ** 31 - 1

const readIds = valuesOf(ImportRecord.fields.id)

const partOf = ({ importId: _id, place: _place, ...part }: typeof PartRow.Type): ImportPart => part

/** The imports of files that were sent to the server. */
export const importStore = ({ amongNumbers, instant, read, sql, tableOf, transaction }: Sql) => {
  const [table, parts, counted] = [tableOf(imports), tableOf(importParts), tableOf(countedImports)]

  const partsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<ImportId>, before: number) {
    const rows = yield* sql`select ${parts.columns} from import_parts
      where ${amongNumbers("import_id", ids)} and place < ${before} order by import_id, place`
    return Map.groupBy(parts.read(rows), ({ importId }) => importId)
  })

  const withParts = Effect.fnUntraced(function* (records: ReadonlyArray<ImportRecord>, before: number) {
    const byId = yield* partsOf(
      records.map(({ id }) => id),
      before,
    )
    return records.map((record) => ({ ...record, parts: (byId.get(record.id) ?? []).map(partOf) }))
  })

  return ImportStore.of({
    add: Effect.fn("ImportStore.add")(function* (file: ReceivedFile) {
      const received = { ...byContent, ...file, status: "waiting" as const, error: "" }
      const none = { rows: 0, stored: 0, known: 0, setAside: 0, secondsLeft: 0, attempts: 0 }
      const receivedAt = yield* Clock.currentTimeMillis
      const rows =
        yield* sql`insert into imports ${sql.insert(table.record({ ...received, ...none, receivedAt }))}
        returning id`
      yield* sql`delete from imports where finished_at is not null
        and id <= (select id from imports order by id desc limit 1 offset ${keptImports})`
      return mustFind(readIds(rows)[0], "import", file.file)
    }, transaction),
    find: Effect.fn("ImportStore.find")(function* (id: ImportId) {
      const found = table.read(yield* sql`select ${table.columns} from imports where id = ${id}`)
      return Option.fromUndefinedOr((yield* withParts(found, everyPlace))[0])
    }, read),
    list: Effect.fn("ImportStore.list")(function* (page: PageRequest) {
      const { items, total } = yield* pageOf(sql, table, sql`imports`, sql`id desc`, page)
      return { items: yield* withParts(items, partsInList), total }
    }, read),
    unfinished: sql`select ${table.columns} from imports where finished_at is null order by id`.pipe(
      Effect.map(table.read),
      read,
    ),
    ended: Effect.fn("ImportStore.ended")(function* (id: ImportId) {
      const byId = yield* partsOf([id], everyPlace)
      return (byId.get(id) ?? []).map((row) => ({ place: row.place, part: partOf(row) }))
    }, read),
    progress: Effect.fn("ImportStore.progress")(function* (
      id: ImportId,
      counts: typeof Counted.Type,
      endedSince: ReadonlyArray<EndedPart>,
    ) {
      const noted =
        yield* sql`update imports set ${sql.update({ status: "running", error: "", ...counted.record(counts) })}
        where id = ${id} and finished_at is null returning id`
      if (noted.length === 0) return false
      const rows = endedSince.map(({ part, place }) => ({ importId: id, place, ...part }))
      yield* parts.replace(rows, "importId", "place")
      return true
    }, transaction),
    wait: Effect.fn("ImportStore.wait")(function* (id: ImportId, reason: string) {
      const rows =
        yield* sql`update imports set status = 'waiting', error = ${reason}, seconds_left = 0, attempts = 0
        where id = ${id} and finished_at is null returning id`
      return rows.length > 0
    }, transaction),
    end: Effect.fn("ImportStore.end")(function* (
      id: ImportId,
      { error, status }: { readonly status: "completed" | "failed"; readonly error: string },
    ) {
      const now = instant(yield* Clock.currentTimeMillis)
      const rows = yield* sql`update imports
        set status = ${status}, error = ${error}, seconds_left = 0, finished_at = ${now}
        where id = ${id} and finished_at is null returning id`
      return rows.length > 0
    }, transaction),
  })
}
