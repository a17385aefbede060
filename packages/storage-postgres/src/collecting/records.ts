import {
  asTold,
  reconcileRecords,
  type OwnedRecord,
  type RecordId,
  recordKey,
  type SourcedRecord,
  otherSourceRecords,
} from "@daybook/collecting"
import { type EditableItems, dedupeByKey } from "@daybook/kernel"
import { Rows } from "@daybook/storage-sql/collecting"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { bigints, ints, texts } from "../sql/parameters.ts"
import { ownedRecords, sourcedRecords } from "./rows.ts"

/** Stores and removes records as sources report them; to be used in transactions of the domain's writer. */
export const recordsIn = (sql: SqlClient.SqlClient, byHand: EditableItems<SourcedRecord>) => {
  const upsert = Effect.fnUntraced(function* (
    all: ReadonlyArray<OwnedRecord>,
    which: Fragment,
    same: Fragment,
    conflict: Fragment,
  ) {
    if (all.length === 0) return 0
    // An unchanged row is not written, so that the rows returned are those that changed. A known one takes no new id.
    const changed = yield* sql`
      insert into owned_records (id, ${ownedRecords.names}) overriding system value
      select coalesce(
          (select known.id from owned_records as known where known.source = incoming.source and ${same}),
          nextval(pg_get_serial_sequence('owned_records', 'id'))
        ), ${ownedRecords.names} from ${ownedRecords.unnest(all.map(Rows.withRecordKeys))} with ordinality
        as incoming (${ownedRecords.names}, place)
      where ${which} order by place
      on conflict ${conflict} ${ownedRecords.mergeKnown("source", "instanceId")}
      returning id`
    return changed.length
  })

  const deleteGuesses = (which: Fragment) =>
    sql`delete from owned_records as guess where instance_id = 0 and ${which}`

  /** Takes the edited records out of a batch. Returns the others and the number of new or changed ones. */
  const tellTouched = Effect.fnUntraced(function* (batch: ReadonlyArray<OwnedRecord>) {
    const kept = yield* byHand.kept
    if (kept.length === 0) return { rest: batch, changed: 0 }
    const copies = sourcedRecords.read(
      yield* sql`select ${sourcedRecords.columns} from owned_records
        where instance_id <> 0 and instance_id = any(${bigints(batch.map(({ instanceId }) => instanceId))})`,
    )
    const stored = new Set(copies.map(recordKey))
    const { gone, releases, rest, touched } = reconcileRecords(kept, batch, (copy) =>
      stored.has(recordKey(asTold(copy))),
    )
    yield* byHand.forget(gone.map(({ id }) => String(id)))
    const told = yield* byHand.tell(touched)
    const keys = texts([...releases])
    yield* deleteGuesses(sql`source || ' ' || release_id = any(${keys})`)
    return { rest, changed: told.changed }
  })

  const write = Effect.fnUntraced(function* (batch: ReadonlyArray<OwnedRecord>) {
    const byHandToo = yield* tellTouched(dedupeByKey(batch, (record) => recordKey(asTold(record))))
    const isCopy = ({ instanceId }: OwnedRecord) => instanceId !== 0
    const changed = yield* upsert(
      byHandToo.rest.filter(isCopy),
      sql`true`,
      sql`known.instance_id <> 0 and known.instance_id = incoming.instance_id`,
      sql`(source, instance_id) where instance_id <> 0`,
    )
    const added = yield* upsert(
      byHandToo.rest.filter((record) => !isCopy(record)),
      sql`not exists (select from owned_records as known where known.instance_id <> 0
        and known.source = incoming.source and known.release_id = incoming.release_id)`,
      sql`known.instance_id = 0 and known.release_id = incoming.release_id
        and known.told_at is not distinct from incoming.told_at`,
      sql`(source, release_id, told_at) where instance_id = 0`,
    )
    if (changed > 0) {
      yield* deleteGuesses(sql`exists (select from owned_records as known where known.instance_id <> 0
        and known.source = guess.source and known.release_id = guess.release_id)`)
    }
    return byHandToo.changed + changed + added
  })

  const beside = Effect.fnUntraced(function* (source: string, instances: ReadonlySet<number>) {
    const stored = yield* sql`select ${sourcedRecords.columns} from owned_records
      where source = ${source} and instance_id <> all(${bigints([...instances])})`
    return otherSourceRecords(sourcedRecords.read(stored), yield* byHand.kept, source, instances)
  })

  const remove = Effect.fnUntraced(function* (ids: ReadonlyArray<RecordId>) {
    const { changed, untouched } = yield* byHand.forget(ids.map(String))
    const removed =
      yield* sql`delete from owned_records where id = any(${ints(untouched.map(Number))}) returning id`
    return changed + removed.length
  })

  return { write, beside, remove }
}
