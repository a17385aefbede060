import { ProfileStore } from "@daybook/profiles"
import { SqlStorage } from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { DatabaseSync } from "node:sqlite"
import { Client } from "pg"
import { nextRequest, workspace } from "./setOnceRequests.ts"
import { clientOf } from "../data/place.ts"

/** A schema of a PostgreSQL database. */
export interface Place {
  readonly url: string
  readonly schema: string
}

const storage = ({ schema, url }: Place) =>
  SqlStorage.Profiles.layer().pipe(Layer.provideMerge(clientOf(url, schema)), Layer.orDie)

const batch = 64

// A table like our inbox, and the rows that a script inserts.
const bareTable = `create table bare_inbox (number bigint generated always as identity, lane smallint, request_id uuid unique,
  workspace text, version text, distinct_id text, properties jsonb, ignored jsonb, accepted_at timestamptz,
  primary key (lane, number))`
const bareInsert = `insert into bare_inbox
    (lane, request_id, workspace, version, distinct_id, properties, ignored, accepted_at)
  select 1, id::uuid, $5, 'live', distinct_id, properties::jsonb, '[]', now()
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as r (id, distinct_id, properties, ignored)`

/** A request as a script inserts it. */
interface BareRow {
  readonly id: string
  readonly distinctId: string
  readonly properties: string
}

/** The speed of a script or of servers, and the CPU time that it takes, with its database's, for a request. */
export interface Speed {
  readonly rate: number
  readonly micros: number
}

/** The speed of a script that inserts 64 rows at a time, with a commit each. */
const insertFor = async (
  seconds: number,
  databaseTime: () => number,
  insert: (rows: ReadonlyArray<BareRow>) => Promise<unknown>,
): Promise<Speed> => {
  const start = performance.now()
  const own = process.cpuUsage()
  const database = databaseTime()
  let rows = 0
  while (performance.now() - start < seconds * 1000) {
    const requests = Array.from({ length: batch }, nextRequest)
    await insert(
      requests.flatMap(({ changes, requestId }) =>
        changes.map(({ actions, distinctId }) => ({
          id: requestId,
          distinctId,
          properties: JSON.stringify(
            Object.fromEntries(actions.map((action) => [action.name, "value" in action && action.value])),
          ),
        })),
      ),
    )
    rows += batch
  }
  const { system, user } = process.cpuUsage(own)
  return {
    rate: (rows / (performance.now() - start)) * 1000,
    micros: (system + user + (databaseTime() - database) * 1000) / rows,
  }
}

/** The script on PostgreSQL, whose CPU time is reported in milliseconds. */
export const bareInserts = async (
  url: string,
  seconds: number,
  databaseTime: () => number,
): Promise<Speed> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(bareTable)
  const speed = await insertFor(seconds, databaseTime, (rows) =>
    client.query({
      name: "insert",
      text: bareInsert,
      values: [
        rows.map(({ id }) => id),
        rows.map(({ distinctId }) => distinctId),
        rows.map(({ properties }) => properties),
        rows.map(() => "[]"),
        workspace,
      ],
    }),
  )
  await client.query("drop table bare_inbox")
  await client.end()
  return speed
}

/** The same script on a SQLite file that is as safe as ours. */
export const bareInsertsInFile = async (file: string, seconds: number): Promise<Speed> => {
  const database = new DatabaseSync(file)
  database.exec("pragma journal_mode = wal; pragma synchronous = full")
  database.exec(`create table bare_inbox (number integer primary key, request_id text unique, workspace text, version text,
    distinct_id text, properties text, ignored text, accepted_at int)`)
  const insert = database.prepare("insert into bare_inbox values (null, ?, ?, 'live', ?, ?, '[]', ?)")
  const speed = await insertFor(
    seconds,
    () => 0,
    async (rows) => {
      database.exec("begin immediate")
      for (const { distinctId, id, properties } of rows)
        insert.run(id, workspace, distinctId, properties, Date.now())
      database.exec("commit")
    },
  )
  database.close()
  return speed
}

/** The requests a second that the store applies, 64 at a time. */
export const storeRate = (place: Place, requests: number, profiles: number) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      yield* sql`insert into profiles (workspace, version, distinct_id, properties, created_at, updated_at)
        select ${workspace}, 'live', 'stored' || i, jsonb_build_object('country', 'PT', 'plan', 'free', 'seats', i % 1000),
          now(), now()
        from generate_series(1, ${profiles}::int) as i on conflict do nothing`
      yield* sql`vacuum analyze profiles`.unprepared
      let rate = 0
      // The first round warms up plans and caches.
      for (let round = 0; round < 3; round++) {
        const offered = Array.from({ length: requests }, nextRequest)
        const start = performance.now()
        for (let at = 0; at < requests; at += batch) {
          yield* Effect.orDie(store.accept(offered.slice(at, at + batch), Date.now()))
        }
        rate = (requests / (performance.now() - start)) * 1000
      }
      return rate
    }).pipe(Effect.provide(storage(place))),
  )

/** The microseconds of databases for a request with a new profile, this many in a batch. */
export const storeMicros = (place: Place, databaseTime: () => number, batch: number) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const requests = 200 * batch
      let micros = 0
      for (let round = 0; round < 2; round++) {
        const offered = Array.from({ length: requests }, nextRequest)
        const before = databaseTime()
        for (let at = 0; at < requests; at += batch) {
          yield* Effect.orDie(store.accept(offered.slice(at, at + batch), Date.now()))
        }
        micros = ((databaseTime() - before) * 1000) / requests
      }
      return micros
    }).pipe(Effect.provide(storage(place))),
  )

/** The median milliseconds to find 100 profiles of a cohort of two values. */
export const findMillis = (place: Place) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const times: Array<number> = []
      for (let turn = 0; turn < 11; turn++) {
        const start = performance.now()
        yield* store.find(
          { workspace: nextRequest().workspace, version: "live" },
          {
            where: {
              all: [
                { name: "country", op: "eq", value: "PT" },
                { name: "seats", op: "eq", value: 7 + turn },
              ],
            },
            limit: 100,
          },
        )
        times.push(performance.now() - start)
      }
      return times.toSorted((a, b) => a - b)[5] ?? 0
    }).pipe(Effect.provide(storage(place))),
  )
