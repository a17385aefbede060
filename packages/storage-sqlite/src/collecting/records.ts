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
import { Rows } from "@daybook/storage-sql/collecting"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { takeId } from "../sql/nextId.ts"
import { jsonList } from "../sql/table.ts"
import { sourcedRecords, writtenRecords } from "./rows.ts"

/** Stores and removes records as sources report them; to be used in transactions of the domain's writer. */
export const recordsIn = (database: Database["Service"], byHand: EditableItems<SourcedRecord>) => {
  const { all, many, sql } = database
  const among = (values: ReadonlyArray<number | string>) =>
    sql`(select value from json_each(${jsonList(values)}))`

  /** Stores records, each over the one that a condition finds. Returns how many are new or have changed. */
  const upsert = (records: ReadonlyArray<OwnedRecord>, same: (record: SourcedRecord) => Fragment): number =>
    records.reduce((changed, record) => {
      const row = Rows.withRecordKeys(record)
      const [known] = Rows.readRecordIds(
        all(
          sql`select id from owned_records where source = ${row.source} and ${same({ ...row, id: RecordId.make(0) })}`,
        ),
      )
      const id = known ?? RecordId.make(takeId(database, "owned_records"))
      const end = `${writtenRecords.mergeKnown("id")} returning id`
      return changed + many(writtenRecords.insert([{ ...row, id }], end)).length
    }, 0)

  const deleteGuesses = (which: Fragment) =>
    all(sql`delete from owned_records where instance_id = 0 and ${which}`)

  /**
   * Takes over the records that edits touch. Returns the others and the number of the ones that are new or have
   * changed.
   */
  const tellTouched = Effect.fnUntraced(function* (batch: ReadonlyArray<OwnedRecord>) {
    const kept = yield* byHand.kept
    if (kept.length === 0) return { rest: batch, changed: 0 }
    const copies = sourcedRecords.read(
      all(sql`select ${sourcedRecords.columns} from owned_records
        where instance_id <> 0 and instance_id in ${among(batch.map(({ instanceId }) => instanceId))}`),
    )
    const stored = new Set(copies.map(recordKey))
    const { gone, releases, rest, touched } = reconcileRecords(kept, batch, (copy) =>
      stored.has(recordKey(asTold(copy))),
    )
    yield* byHand.forget(gone.map(({ id }) => String(id)))
    const told = yield* byHand.tell(touched)
    deleteGuesses(sql`source || ' ' || release_id in ${among([...releases])}`)
    return { rest, changed: told.changed }
  })

  const write = Effect.fnUntraced(function* (batch: ReadonlyArray<OwnedRecord>) {
    const byHandToo = yield* tellTouched(dedupeByKey(batch, (record) => recordKey(asTold(record))))
    const isCopy = ({ instanceId }: OwnedRecord) => instanceId !== 0
    const changed = upsert(
      byHandToo.rest.filter(isCopy),
      ({ instanceId }) => sql`instance_id <> 0 and instance_id = ${instanceId}`,
    )
    const hasCopy = ({ releaseId, source }: OwnedRecord) =>
      all(sql`select 1 from owned_records
        where instance_id <> 0 and source = ${source} and release_id = ${releaseId} limit 1`).length > 0
    const added = upsert(
      byHandToo.rest.filter((record) => !isCopy(record) && !hasCopy(record)),
      ({ releaseId, toldAt }) =>
        sql`instance_id = 0 and release_id = ${releaseId} and told_at is ${toldAt ?? null}`,
    )
    if (changed > 0)
      deleteGuesses(sql`exists (select 1 from owned_records as known where known.instance_id <> 0
        and known.source = owned_records.source and known.release_id = owned_records.release_id)`)
    return byHandToo.changed + changed + added
  })

  const beside = (source: string, instances: ReadonlySet<number>) =>
    Effect.map(byHand.kept, (kept) => {
      const stored = all(sql`select ${sourcedRecords.columns} from owned_records
        where source = ${source} and instance_id not in ${among([...instances])}`)
      return otherSourceRecords(sourcedRecords.read(stored), kept, source, instances)
    })

  const remove = Effect.fnUntraced(function* (ids: ReadonlyArray<RecordId>) {
    const { changed, untouched } = yield* byHand.forget(ids.map(String))
    const removed = all(
      sql`delete from owned_records where id in ${among(untouched.map(Number))} returning id`,
    )
    return changed + removed.length
  })

  return { write, beside, remove }
}
