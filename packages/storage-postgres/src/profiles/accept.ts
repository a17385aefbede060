import {
  type Acceptance,
  fits,
  type IgnoredProperty,
  mismatch,
  type OfferedRequest,
  type Place,
  PropertyType,
  retryMillis,
  RequestId,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { instant, texts } from "../sql/parameters.ts"
import { lanes } from "./migrations.ts"

const keyOf = ({ workspace, version }: Place, name: string) => `${version} ${workspace}\0${name}`

const TypeRow = Schema.Struct({
  workspace: Schema.String,
  version: Schema.String,
  name: Schema.String,
  type: PropertyType,
})
const decodeTypes = Schema.decodeUnknownEffect(Schema.Array(TypeRow))

const RetryRow = Schema.Struct({
  workspace: Schema.String,
  version: Schema.String,
  key: Schema.String,
  body_hash: Schema.String,
  request_id: RequestId,
})
const decodeRetries = Schema.decodeUnknownEffect(Schema.Array(RetryRow))

// A committed type never changes, so it can be remembered. Past this number all are forgotten.
const maxKnownTypes = 200_000

/** Makes the function that stores a batch of requests; see `ProfileStore.accept`. */
export const makeAccept = (sql: SqlClient.SqlClient) => {
  const knownTypes = new Map<string, PropertyType>()

  const remember = (types: ReadonlyMap<string, PropertyType>) => {
    if (knownTypes.size + types.size > maxKnownTypes) knownTypes.clear()
    for (const [key, type] of types) knownTypes.set(key, type)
  }

  /** The offers of each request, by column. A value that does not fit its property's type is ignored. */
  const insert = (
    requests: ReadonlyArray<OfferedRequest>,
    now: EpochMillis,
    settled: ReadonlyMap<string, PropertyType>,
  ) => {
    const properties: Array<string> = []
    const ignored: Array<string> = []
    for (const request of requests) {
      const misfits: Array<IgnoredProperty> = []
      let object = ""
      for (const { name, type, value } of request.offers) {
        const key = keyOf(request, name)
        const property = settled.get(key) ?? type
        if (fits(type, property)) {
          object += `${object === "" ? "{" : ","}${JSON.stringify(name)}:${JSON.stringify(value)}`
        } else {
          misfits.push({ name, reason: mismatch(property) })
        }
      }
      properties.push(object === "" ? "{}" : `${object}}`)
      ignored.push(
        misfits.length + request.ignored.length === 0
          ? "[]"
          : JSON.stringify([...request.ignored, ...misfits]),
      )
    }
    return sql`insert into set_once_inbox
        (lane, request_id, workspace, version, distinct_id, properties, ignored, accepted_at)
      select (hashtextextended(r.distinct_id, 0) & ${sql.literal(String(lanes - 1))})::smallint, r.id::uuid,
        r.workspace, r.version, r.distinct_id, r.properties::jsonb, r.ignored::jsonb, ${instant(now)}
      from unnest(
        ${texts(requests.map(({ requestId }) => requestId))}, ${texts(requests.map(({ workspace }) => workspace))},
        ${texts(requests.map(({ version }) => version))}, ${texts(requests.map(({ distinctId }) => distinctId))},
        ${texts(properties)}, ${texts(ignored)}
      ) with ordinality as r (id, workspace, version, distinct_id, properties, ignored, place)
      order by r.place`
  }

  /**
   * Gives each property without a type that of its first value, and returns the types of all properties named. Others that
   * want to give the same property a type wait until this transaction has ended. All insert in the same order, so no two
   * wait for each other.
   */
  const settle = Effect.fnUntraced(function* (requests: ReadonlyArray<OfferedRequest>) {
    const wanted = new Map<string, typeof TypeRow.Type>()
    const settled = new Map<string, PropertyType>()
    for (const { workspace, version, offers } of requests) {
      for (const { name, type } of offers) {
        const key = keyOf({ workspace, version }, name)
        const known = knownTypes.get(key)
        if (known !== undefined) settled.set(key, known)
        else if (!wanted.has(key)) wanted.set(key, { workspace, version, name, type })
      }
    }
    if (wanted.size === 0) return settled
    const rows = [...wanted.values()]
    const names = [
      texts(rows.map((row) => row.workspace)),
      texts(rows.map((row) => row.version)),
      texts(rows.map((row) => row.name)),
    ] as const
    yield* sql`insert into property_types (workspace, version, name, type)
      select * from unnest(${names[0]}, ${names[1]}, ${names[2]}, ${texts(rows.map((row) => row.type))})
        as n (workspace, version, name, type)
      order by workspace, version, name
      on conflict do nothing`
    const stored = yield* decodeTypes(
      yield* sql`select workspace, version, name, type from property_types
        join unnest(${names[0]}, ${names[1]}, ${names[2]}) as n (workspace, version, name)
          using (workspace, version, name)`,
    )
    for (const row of stored) settled.set(`${row.version} ${row.workspace}\0${row.name}`, row.type)
    return settled
  })

  /** Records the idempotency keys of requests. Gives the request on record for each: the same one, or an earlier one. */
  const note = Effect.fnUntraced(function* (requests: ReadonlyArray<OfferedRequest>, now: EpochMillis) {
    const firsts = new Map<string, readonly [OfferedRequest, key: string, bodyHash: string]>()
    for (const request of requests) {
      if (request.idempotency === undefined) continue
      const { key, bodyHash } = request.idempotency
      const place = keyOf(request, key)
      if (!firsts.has(place)) firsts.set(place, [request, key, bodyHash])
    }
    const noted = new Map<string, typeof RetryRow.Type>()
    if (firsts.size === 0) return noted
    const rows = [...firsts.values()]
    const keys = [
      texts(rows.map(([{ workspace }]) => workspace)),
      texts(rows.map(([{ version }]) => version)),
      texts(rows.map(([, key]) => key)),
    ] as const
    yield* sql`insert into set_once_retries as r (workspace, version, key, body_hash, request_id, accepted_at)
      select workspace, version, key, body_hash, id::uuid, ${instant(now)}
      from unnest(${keys[0]}, ${keys[1]}, ${keys[2]}, ${texts(rows.map(([, , hash]) => hash))},
        ${texts(rows.map(([{ requestId }]) => requestId))}) as n (workspace, version, key, body_hash, id)
      order by workspace, version, key
      on conflict (workspace, version, key) do update
        set body_hash = excluded.body_hash, request_id = excluded.request_id, accepted_at = excluded.accepted_at
        where r.accepted_at <= ${instant(now - retryMillis)}`
    const stored = yield* decodeRetries(
      yield* sql`select workspace, version, key, body_hash, request_id from set_once_retries
        join unnest(${keys[0]}, ${keys[1]}, ${keys[2]}) as n (workspace, version, key)
          using (workspace, version, key)`,
    )
    for (const row of stored) noted.set(`${row.version} ${row.workspace}\0${row.key}`, row)
    return noted
  })

  const whollyKnown = (requests: ReadonlyArray<OfferedRequest>) =>
    requests.every(
      (request) =>
        request.idempotency === undefined &&
        request.offers.every(({ name }) => knownTypes.has(keyOf(request, name))),
    )

  const inTransaction = Effect.fnUntraced(function* (
    requests: ReadonlyArray<OfferedRequest>,
    now: EpochMillis,
  ) {
    const noted = yield* note(requests, now)
    const acceptances = requests.map((request): Acceptance => {
      const { idempotency, requestId } = request
      const first = idempotency && noted.get(keyOf(request, idempotency.key))
      if (first === undefined) return { accepted: true, requestId }
      return first.body_hash === idempotency?.bodyHash
        ? { accepted: true, requestId: first.request_id }
        : { accepted: false }
    })
    const fresh = requests.filter(({ requestId }, index) => {
      const acceptance = acceptances[index]
      return acceptance?.accepted === true && acceptance.requestId === requestId
    })
    const settled = yield* settle(fresh)
    if (fresh.length > 0) yield* insert(fresh, now, settled)
    return { acceptances, settled }
  })

  return Effect.fnUntraced(function* (requests: ReadonlyArray<OfferedRequest>, now: EpochMillis) {
    if (whollyKnown(requests)) {
      yield* insert(requests, now, knownTypes)
      return requests.map(({ requestId }): Acceptance => ({ accepted: true, requestId }))
    }
    const { acceptances, settled } = yield* sql.withTransaction(inTransaction(requests, now))
    remember(settled)
    return acceptances
  })
}
