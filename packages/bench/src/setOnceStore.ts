import { PGlite } from "@electric-sql/pglite"
import { ProfileStore } from "@daybook/profiles"
import { SqlStorage } from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Client } from "pg"
import { nextRequest, workspace } from "./setOnceRequests.ts"
import { clientOf, type Place as Database } from "./place.ts"

export type Place = Database & { readonly schema: string }

export const storage = (place: Place) =>
  SqlStorage.Profiles.layer().pipe(Layer.provideMerge(clientOf(place, place.schema)), Layer.orDie)

const batch = 64

// A table like our inbox, and the rows that a script inserts.
const bareTable = `create table bare_inbox (number bigint generated always as identity, lane smallint, request_id uuid unique,
  workspace text, version text, distinct_id text, properties jsonb, ignored jsonb, accepted_at timestamptz,
  primary key (lane, number))`
const bareInsert = `insert into bare_inbox
    (lane, request_id, workspace, version, distinct_id, properties, ignored, accepted_at)
  select 1, id::uuid, $5, 'live', distinct_id, properties::jsonb, '[]', now()
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as r (id, distinct_id, properties, ignored)`

/** The rows a second that a script inserts 64 at a time, with a commit each. */
const insertFor = async (
  seconds: number,
  insert: (values: ReadonlyArray<unknown>) => Promise<unknown>,
): Promise<number> => {
  const start = performance.now()
  let rows = 0
  while (performance.now() - start < seconds * 1000) {
    const requests = Array.from({ length: batch }, nextRequest)
    await insert([
      requests.map(({ requestId }) => requestId),
      requests.flatMap(({ changes }) => changes.map(({ distinctId }) => distinctId)),
      requests.flatMap(({ changes }) =>
        changes.map(({ actions }) =>
          JSON.stringify(
            Object.fromEntries(actions.map((action) => [action.name, "value" in action && action.value])),
          ),
        ),
      ),
      requests.map(() => "[]"),
      workspace,
    ])
    rows += batch
  }
  return (rows / (performance.now() - start)) * 1000
}

/** The script on PostgreSQL. */
export const bareInserts = async (url: string, seconds: number): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(bareTable)
  const rate = await insertFor(seconds, (values) =>
    client.query({ name: "insert", text: bareInsert, values: [...values] }),
  )
  await client.query("drop table bare_inbox")
  await client.end()
  return rate
}

/** The same script on PGlite, in the main thread, in a folder of its own. */
export const bareInsertsOnPglite = async (folder: string, seconds: number): Promise<number> => {
  const database = await PGlite.create(folder)
  await database.exec(bareTable)
  const rate = await insertFor(seconds, (values) => database.query(bareInsert, [...values]))
  await database.close()
  return rate
}

/** The rows a second that the store accepts, 64 at a time, and the requests a second that it then applies. */
export const storeRates = (place: Place, requests: number, profiles: number) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      yield* sql`insert into profiles (workspace, version, distinct_id, properties, created_at, updated_at, lane)
        select ${workspace}, 'live', 'stored' || i, jsonb_build_object('country', 'PT', 'plan', 'free', 'seats', i % 1000),
          now(), now(), lane_of('stored' || i)
        from generate_series(1, ${profiles}::int) as i on conflict do nothing`
      yield* sql`vacuum analyze profiles`.unprepared
      const rates: Array<readonly [accepted: number, applied: number]> = []
      // The first round warms up plans and caches.
      for (let round = 0; round < 3; round++) {
        const offered = Array.from({ length: requests }, nextRequest)
        let start = performance.now()
        for (let at = 0; at < requests; at += batch) {
          yield* Effect.orDie(store.accept(offered.slice(at, at + batch), Date.now()))
        }
        const accepted = (requests / (performance.now() - start)) * 1000
        start = performance.now()
        while ((yield* store.apply(1_000, Date.now())) > 0) continue
        rates.push([accepted, (requests / (performance.now() - start)) * 1000])
      }
      return rates.at(-1) ?? [0, 0]
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
            where: [
              { name: "country", op: "eq", value: "PT" },
              { name: "seats", op: "eq", value: 7 + turn },
            ],
            limit: 100,
          },
        )
        times.push(performance.now() - start)
      }
      return times.toSorted((a, b) => a - b)[5] ?? 0
    }).pipe(Effect.provide(storage(place))),
  )

/** The number of accepted requests that are not applied yet. */
export const backlog = async (url: string, schema: string): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from "${schema}".profile_inbox`,
  )
  await client.end()
  return rows[0]?.waiting ?? 0
}
