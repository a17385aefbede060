import { type DateRange, type PageRequest, pageOffset, type SourceCursor } from "@daybook/kernel"
import { type CheckIn, CheckInStore } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { cursorsIn } from "../sql/cursors.ts"
import { migrate } from "../sql/migrator.ts"
import { overKnown } from "../sql/overKnown.ts"
import { doubles, instant, instants, texts } from "../sql/parameters.ts"
import { migrateVersions, writerOf } from "../kernel/dataVersions.ts"

const migratePlaces = migrate("places", {
  "1_check_ins": (sql) => [
    // By code units, so that every database lists ids in the same order.
    sql`create table check_ins (
      id text collate "C" primary key,
      venue_name text not null,
      category text not null,
      city text not null,
      country text not null,
      lat float8,
      lng float8,
      checked_in_at timestamptz not null,
      shout text not null,
      check ((lat is null) = (lng is null))
    )`,
    sql`create index check_ins_newest_first on check_ins (checked_in_at desc, id desc)`,
    sql`create table check_in_cursors (source text primary key, cursor text not null)`,
  ],
})

const CheckInRow = Schema.Struct({
  id: Schema.String,
  venue_name: Schema.String,
  category: Schema.String,
  city: Schema.String,
  country: Schema.String,
  lat: Schema.NullOr(Schema.Finite),
  lng: Schema.NullOr(Schema.Finite),
  checked_in_at: Schema.Date,
  shout: Schema.String,
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(CheckInRow))

const toCheckIn = (row: typeof CheckInRow.Type): CheckIn => ({
  id: row.id,
  venueName: row.venue_name,
  category: row.category,
  city: row.city,
  country: row.country,
  position: row.lat === null || row.lng === null ? undefined : { lat: row.lat, lng: row.lng },
  checkedInAt: row.checked_in_at.getTime(),
  shout: row.shout,
})

/** Check-ins in SQL. */
export const layer = Layer.effect(
  CheckInStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateVersions
    yield* migratePlaces
    const write = writerOf(sql, "places")
    const cursors = cursorsIn(sql, "check_in_cursors")

    const over = overKnown(sql, "check_ins", {
      venue_name: "''",
      category: "''",
      city: "''",
      country: "''",
      lat: "null",
      lng: "null",
      checked_in_at: "'epoch'",
      shout: "''",
    })

    const upsert = (checkIns: ReadonlyArray<CheckIn>) => sql`
      insert into check_ins (id, venue_name, category, city, country, lat, lng, checked_in_at, shout)
      select * from unnest(
        ${texts(checkIns.map(({ id }) => id))},
        ${texts(checkIns.map(({ venueName }) => venueName))},
        ${texts(checkIns.map(({ category }) => category))},
        ${texts(checkIns.map(({ city }) => city))},
        ${texts(checkIns.map(({ country }) => country))},
        ${doubles(checkIns.map(({ position }) => position?.lat ?? null))},
        ${doubles(checkIns.map(({ position }) => position?.lng ?? null))},
        ${instants(checkIns.map(({ checkedInAt }) => checkedInAt))},
        ${texts(checkIns.map(({ shout }) => shout))}
      )
      on conflict (id) ${over}
      returning 1`

    const storeCheckIns = Effect.fn("CheckInStore.storeCheckIns")(function* (
      checkIns: ReadonlyArray<CheckIn>,
      cursor?: SourceCursor,
    ) {
      // Of a check-in that comes more than once in its batch the last one stands.
      const latest = new Map(checkIns.map((checkIn) => [checkIn.id, checkIn]))
      const all = Effect.gen(function* () {
        const changed = latest.size === 0 ? [] : yield* upsert([...latest.values()])
        yield* cursors.save(cursor)
        return changed.length
      })
      return yield* write(all)
    }, Effect.orDie)

    const checkIns = Effect.fn("CheckInStore.checkIns")(function* (
      { from, until }: DateRange,
      page: PageRequest,
    ) {
      const within = sql.and([
        sql`true`,
        ...(from === undefined ? [] : [sql`checked_in_at >= ${instant(from)}`]),
        ...(until === undefined ? [] : [sql`checked_in_at < ${instant(until)}`]),
      ])
      const rows = yield* decodeRows(
        yield* sql`select id, venue_name, category, city, country, lat, lng, checked_in_at, shout
          from check_ins where ${within} order by checked_in_at desc, id desc
          limit ${page.limit} offset ${pageOffset(page)}`,
      )
      const [count] = yield* sql<{ total: number }>`
        select count(*)::int as total from check_ins where ${within}`
      return { items: rows.map(toCheckIn), total: count?.total ?? 0 }
    }, Effect.orDie)

    return CheckInStore.of({ storeCheckIns, cursor: cursors.read, checkIns })
  }),
)
