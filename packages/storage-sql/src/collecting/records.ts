import {
  asTold,
  reconcileRecords,
  type OwnedRecord,
  RecordId,
  recordKey,
  type SourcedRecord,
  otherSourceRecords,
} from "@daybook/collecting"
import { type EditableItems, dedupeByKey } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import * as Rows from "./rows.ts"

const isCopy = ({ instanceId }: OwnedRecord) => instanceId !== 0

const releaseOf = ({ releaseId, source }: OwnedRecord) => `${source} ${releaseId}`

/** Stores records over the known ones. Returns how many are new or have changed. */
const upsertIn = ({ tableOf, takeIds }: Sql) =>
  Effect.fnUntraced(function* (records: ReadonlyArray<OwnedRecord>, known: ReadonlyMap<string, RecordId>) {
    const keyed = records.map((record) => ({ record, id: known.get(recordKey(asTold(record))) }))
    const ids = yield* takeIds("owned_records", keyed.filter(({ id }) => id === undefined).length)
    let taken = 0
    const rows = keyed.map(({ id, record }) => ({
      ...Rows.withRecordKeys(record),
      id: id ?? RecordId.make(mustFind(ids[taken++], "id", recordKey(asTold(record)))),
    }))
    return yield* tableOf(Rows.writtenRecords).mergeKnown(rows, "id")
  })

/** Stores and removes records as sources report them; to be used in transactions of the domain's writer. */
export const recordsOf = (database: Sql, byHand: EditableItems<SourcedRecord>) => {
  const { amongNumbers, given, sql, tableOf } = database
  const sourced = tableOf(Rows.sourcedRecords)
  const upsert = upsertIn(database)

  const numbers = (values: ReadonlyArray<number>) =>
    sql`(select id from ${given("one", { id: ["bigint", values] })})`

  /** The stored records of the same copies or releases. */
  const storedBeside = (records: ReadonlyArray<OwnedRecord>) =>
    Effect.map(
      sql`select ${sourced.columns} from owned_records
        where instance_id <> 0 and instance_id in ${numbers(records.filter(isCopy).map((one) => one.instanceId))}
          or release_id in ${numbers(records.map((one) => one.releaseId))}`,
      sourced.read,
    )

  const deleteGuesses = (which: Fragment) => sql`delete from owned_records where instance_id = 0 and ${which}`

  /** Takes the edited records out of a batch. Returns the others and the number of new or changed ones. */
  const tellTouched = Effect.fnUntraced(function* (batch: ReadonlyArray<OwnedRecord>) {
    const kept = yield* byHand.kept
    if (kept.length === 0) return { rest: batch, changed: 0 }
    const copies = sourced.read(
      yield* sql`select ${sourced.columns} from owned_records
        where instance_id <> 0 and instance_id in ${numbers(batch.map(({ instanceId }) => instanceId))}`,
    )
    const stored = new Set(copies.map(recordKey))
    const { gone, releases, rest, touched } = reconcileRecords(kept, batch, (copy) =>
      stored.has(recordKey(asTold(copy))),
    )
    yield* byHand.forget(gone.map(({ id }) => String(id)))
    const told = yield* byHand.tell(touched)
    const gonePast = given("past", { key: ["text", [...releases]] })
    yield* deleteGuesses(sql`source || ' ' || release_id in (select key from ${gonePast})`)
    return { rest, changed: told.changed }
  })

  const write = Effect.fnUntraced(function* (batch: ReadonlyArray<OwnedRecord>) {
    const byHandToo = yield* tellTouched(dedupeByKey(batch, (record) => recordKey(asTold(record))))
    const { rest } = byHandToo
    if (rest.length === 0) return byHandToo.changed
    const stored = yield* storedBeside(rest)
    const known = new Map(stored.map((record) => [recordKey(asTold(record)), record.id]))
    const copies = rest.filter(isCopy)
    const changed = yield* upsert(copies, known)
    const written = new Set(copies.map((record) => recordKey(asTold(record))))
    const others = stored.filter((one) => isCopy(one) && !written.has(recordKey(asTold(one))))
    const owned = new Set([...copies, ...others].map(releaseOf))
    const guesses = rest.filter((record) => !isCopy(record) && !owned.has(releaseOf(record)))
    const added = yield* upsert(guesses, known)
    if (changed > 0)
      yield* deleteGuesses(sql`exists (select 1 from owned_records as known where known.instance_id <> 0
        and known.source = owned_records.source and known.release_id = owned_records.release_id)`)
    return byHandToo.changed + changed + added
  })

  return {
    write,
    beside: Effect.fnUntraced(function* (source: string, instances: ReadonlySet<number>) {
      const stored = yield* sql`select ${sourced.columns} from owned_records
      where source = ${source} and instance_id not in ${numbers([...instances])}`
      return otherSourceRecords(sourced.read(stored), yield* byHand.kept, source, instances)
    }),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<RecordId>) {
      const { changed, untouched } = yield* byHand.forget(ids.map(String))
      const removed =
        yield* sql`delete from owned_records where ${amongNumbers("id", untouched.map(Number))} returning id`
      return changed + removed.length
    }),
  }
}
