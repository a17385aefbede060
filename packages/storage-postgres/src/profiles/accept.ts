import {
  type Acceptance,
  fits,
  type IgnoredProperty,
  mismatch,
  type OfferedRequest,
  type Place,
  type PropertyType,
  retryMillis,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { instant, texts } from "../sql/parameters.ts"
import { lanes } from "./migrations.ts"
import * as Rows from "./rows.ts"

const keyOf = ({ workspace, version }: Place, name: string) => `${version} ${workspace}\0${name}`

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
    const wanted = new Map<string, Rows.TypedProperty>()
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
    yield* sql`${Rows.types.insert(rows)} order by ${Rows.properties.names} on conflict do nothing`
    const stored = Rows.types.read(
      yield* sql`select stored.* from property_types as stored
        join ${Rows.properties.unnest(rows)} as named (${Rows.properties.names}) using (${Rows.properties.names})`,
    )
    for (const row of stored) settled.set(keyOf(row, row.name), row.type)
    return settled
  })

  /** Records the idempotency keys of requests. Gives the request on record for each: the same one, or an earlier one. */
  const note = Effect.fnUntraced(function* (requests: ReadonlyArray<OfferedRequest>, now: EpochMillis) {
    const firsts = new Map<string, Rows.Retry>()
    for (const { idempotency, requestId, version, workspace } of requests) {
      if (idempotency === undefined) continue
      const retry = { workspace, version, ...idempotency, requestId, acceptedAt: now }
      const place = keyOf(retry, retry.key)
      if (!firsts.has(place)) firsts.set(place, retry)
    }
    const noted = new Map<string, Rows.Retry>()
    if (firsts.size === 0) return noted
    const rows = [...firsts.values()]
    yield* sql`${Rows.retries.insert(rows)} order by ${Rows.retryKeys.names}
      on conflict (${Rows.retryKeys.names}) do update
        set body_hash = excluded.body_hash, request_id = excluded.request_id, accepted_at = excluded.accepted_at
        where set_once_retries.accepted_at <= ${instant(now - retryMillis)}`
    const stored = Rows.retries.read(
      yield* sql`select stored.* from set_once_retries as stored
        join ${Rows.retryKeys.unnest(rows)} as known (${Rows.retryKeys.names}) using (${Rows.retryKeys.names})`,
    )
    for (const row of stored) noted.set(keyOf(row, row.key), row)
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
      return first.bodyHash === idempotency?.bodyHash
        ? { accepted: true, requestId: first.requestId }
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
