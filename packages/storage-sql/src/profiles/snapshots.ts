import { type CohortId, maxSnapshots, Place, Snapshot, SnapshotId, SnapshotStore } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { countRows } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { described, valuesOf } from "../table.ts"

const snapshots = described("profile_snapshots", Snapshot)

const begun = described(
  "profile_snapshots",
  Schema.Struct({ ...Place.fields, ...Struct.omit(Snapshot.fields, ["profiles"]) }),
)

const readIds = valuesOf(SnapshotId)
const readTexts = valuesOf(Schema.String)

/** The differences between the databases. */
interface SnapshotLocks {
  /** Makes those who begin a snapshot in a place wait for each other, so that none goes past the limit. */
  readonly place: (place: Place) => Effect.Effect<unknown, SqlError>
  /** The end of a select that keeps its profiles from being erased until the transaction ends. */
  readonly profiles: Fragment
}

/** The condition that a row of members belongs to a snapshot of a place. */
const ofPlace = ({ sql }: Pick<Sql, "sql">, { version, workspace }: Place) =>
  sql`snapshot in (select id from profile_snapshots where workspace = ${workspace} and version = ${version})`

/** Takes erased ids out of all snapshots of a place: in the transaction that erases their profile, after that. */
export const leaveSnapshots = (
  database: Pick<Sql, "sql" | "amongTexts">,
  place: Place,
  ids: ReadonlyArray<string>,
) =>
  database.sql`delete from profile_snapshot_members
    where ${ofPlace(database, place)} and ${database.amongTexts("distinct_id", ids)}`

/** Snapshots of cohorts. A snapshot with an unknown number of profiles is incomplete. */
export const snapshotStore = (
  { amongTexts, instant, read, sql, tableOf, transaction }: Sql,
  locks: SnapshotLocks,
) => {
  const [table, beginning] = [tableOf(snapshots), tableOf(begun)]
  const inPlace = ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`

  return SnapshotStore.of({
    begin: Effect.fn("SnapshotStore.begin")(function* (place, snapshot) {
      yield* locks.place(place)
      if ((yield* countRows(sql, sql`profile_snapshots where ${inPlace(place)}`)) >= maxSnapshots)
        return false
      yield* beginning.insert([{ ...place, ...snapshot }])
      return true
    }, transaction),

    add: Effect.fn("SnapshotStore.add")(function* (
      place: Place,
      id: SnapshotId,
      distinctIds: ReadonlyArray<string>,
    ) {
      yield* sql`insert into profile_snapshot_members (snapshot, distinct_id)
        select s.id, p.distinct_id from profiles as p join profile_snapshots as s on s.id = ${id}
        where p.workspace = ${place.workspace} and p.version = ${place.version}
          and ${amongTexts("p.distinct_id", distinctIds)} ${locks.profiles}
        on conflict do nothing`
    }, transaction),

    finish: (_place, id, profiles) =>
      transaction(Effect.asVoid(sql`update profile_snapshots set profiles = ${profiles} where id = ${id}`)),

    list: Effect.fn("SnapshotStore.list")(function* (place: Place, cohort: CohortId) {
      return table.read(
        yield* sql`select ${table.columns} from profile_snapshots
          where ${inPlace(place)} and cohort = ${cohort} and profiles is not null order by taken_at, id`,
      )
    }, read),

    find: Effect.fn("SnapshotStore.find")(function* (place: Place, cohort: CohortId, id: SnapshotId) {
      const rows = yield* sql`select ${table.columns} from profile_snapshots
        where id = ${id} and ${inPlace(place)} and cohort = ${cohort} and profiles is not null`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, read),

    members: Effect.fn("SnapshotStore.members")(function* (
      _place: Place,
      id: SnapshotId,
      after: string | undefined,
      limit: number,
    ) {
      return readTexts(
        yield* sql`select distinct_id from profile_snapshot_members
          where snapshot = ${id} and distinct_id > ${after ?? ""} order by distinct_id limit ${limit}`,
      )
    }, read),

    broken: Effect.fn("SnapshotStore.broken")(function* (place: Place, before: EpochMillis) {
      return readIds(
        yield* sql`select id from profile_snapshots
          where ${inPlace(place)} and profiles is null and taken_at < ${instant(before)}`,
      )
    }, read),

    hide: (_place, id) =>
      transaction(Effect.asVoid(sql`update profile_snapshots set profiles = null where id = ${id}`)),

    remove: Effect.fn("SnapshotStore.remove")(function* (_place: Place, id: SnapshotId, limit: number) {
      const gone = yield* sql`delete from profile_snapshot_members where snapshot = ${id} and distinct_id in (
        select distinct_id from profile_snapshot_members where snapshot = ${id} order by distinct_id limit ${limit}
      ) returning 1 as one`
      if (gone.length === 0) yield* sql`delete from profile_snapshots where id = ${id}`
      return gone.length
    }, transaction),
  })
}
