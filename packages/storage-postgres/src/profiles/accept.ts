import {
  type Acceptance,
  type Action,
  fits,
  type IgnoredProperty,
  mismatch,
  type OfferedRequest,
  type Place,
  type ProfileChange,
  type PropertyType,
  retryMillis,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { currentEpoch } from "../kernel/epochs.ts"
import { booleans, instant, ints, texts } from "../sql/parameters.ts"
import { makeCounts, totalsOfTypes } from "./counts.ts"
import { behindGate, closeGate, lockClass, passGate } from "./locks.ts"
import { makeLead } from "./merges.ts"
import * as Rows from "./rows.ts"

const keyOf = ({ workspace, version }: Place, name: string) => `${version} ${workspace}\0${name}`

const isMerge = ({ operation }: OfferedRequest) => operation === "merge"

/** The types that were read in an epoch of the database. */
interface KnownTypes {
  readonly epoch: number
  readonly types: Map<string, PropertyType>
}

// A committed type never changes, so it is remembered until a crash. Past this number all are forgotten.
const maxKnownTypes = 200_000

/** The types that the actions of requests would give new properties. */
const typesGiven = function* (requests: ReadonlyArray<OfferedRequest>): Generator<Rows.TypedProperty> {
  for (const { workspace, version, changes } of requests) {
    for (const { actions } of changes) {
      for (const action of actions) {
        if ("type" in action) yield { workspace, version, name: action.name, type: action.type }
      }
    }
  }
}

/**
 * The columns of a change. Values of set-once alone are one object, since a statement merges whole objects; any other
 * change is a list of actions.
 */
const columnsOf = (at: Place, change: ProfileChange, settled: ReadonlyMap<string, PropertyType>) => {
  const misfits: Array<IgnoredProperty> = []
  const actions: Array<Action> = []
  let isSetOnce = true
  let object = ""
  for (const action of change.actions) {
    const property = "type" in action ? settled.get(keyOf(at, action.name)) : undefined
    if (property !== undefined && "type" in action && !fits(action.type, property)) {
      misfits.push({ name: action.name, reason: mismatch(property) })
    } else if (isSetOnce && action.verb === "once") {
      object += `${object === "" ? "{" : ","}${JSON.stringify(action.name)}:${JSON.stringify(action.value)}`
      actions.push(action)
    } else {
      isSetOnce = false
      actions.push(action)
    }
  }
  isSetOnce &&= change.makes
  return {
    properties: isSetOnce && object !== "" ? `${object}}` : "{}",
    actions: isSetOnce ? null : JSON.stringify(actions),
    ignored:
      misfits.length + change.ignored.length === 0 ? "[]" : JSON.stringify([...change.ignored, ...misfits]),
  }
}

/** Makes the function that stores a batch of requests; see `ProfileStore.accept`. */
export const makeAccept = (sql: SqlClient.SqlClient, schema: string) => {
  let known: KnownTypes = { epoch: -1, types: new Map() }
  const { add } = makeCounts(sql)
  const lead = makeLead(sql)

  const knownIn = (epoch: number): KnownTypes => (known.epoch === epoch ? known : { epoch, types: new Map() })

  const remember = (epoch: number, types: ReadonlyMap<string, PropertyType>) => {
    known = knownIn(epoch)
    if (known.types.size + types.size > maxKnownTypes) known.types.clear()
    for (const [key, type] of types) known.types.set(key, type)
  }

  /** The changes of requests, stored by column. A value that does not fit its property's type is ignored. */
  const acceptChanges = (
    requests: ReadonlyArray<OfferedRequest>,
    now: EpochMillis,
    settled: ReadonlyMap<string, PropertyType>,
  ) => {
    const rows = requests.flatMap((request) =>
      request.changes.map((change, at) => ({ request, change, at, ...columnsOf(request, change, settled) })),
    )
    return sql`accept_changes(
      ${lockClass(sql, schema, "gate")}, ${lockClass(sql, schema, "acceptance")}, ${instant(now)}, ${texts(rows.map(({ request }) => request.requestId))},
      ${ints(rows.map(({ at }) => at))}, ${texts(rows.map(({ request }) => request.operation))},
      ${texts(rows.map(({ request }) => request.workspace))}, ${texts(rows.map(({ request }) => request.version))},
      ${texts(rows.map(({ change }) => change.distinctId))}, ${texts(rows.map(({ properties }) => properties))},
      ${texts(rows.map(({ actions }) => actions))}, ${texts(rows.map(({ ignored }) => ignored))},
      ${booleans(rows.map(({ change }) => change.makes))})`
  }

  const insert = (...given: Parameters<typeof acceptChanges>) => sql`select ${acceptChanges(...given)}`

  /**
   * Gives each property without a type that of its first value, and returns the types of all properties named. Others that
   * want to give the same property a type wait until this transaction has ended. All insert in the same order, so no two
   * wait for each other.
   */
  const settle = Effect.fnUntraced(function* (
    requests: ReadonlyArray<OfferedRequest>,
    { types }: KnownTypes,
  ) {
    const wanted = new Map<string, Rows.TypedProperty>()
    const settled = new Map<string, PropertyType>()
    for (const { workspace, version, name, type } of typesGiven(requests)) {
      const key = keyOf({ workspace, version }, name)
      const property = types.get(key)
      if (property !== undefined) settled.set(key, property)
      else if (!wanted.has(key)) wanted.set(key, { workspace, version, name, type })
    }
    if (wanted.size === 0) return settled
    const rows = [...wanted.values()]
    const made = Rows.types.read(
      yield* sql`${Rows.types.insert(rows)} order by ${Rows.properties.names} on conflict do nothing
        returning ${Rows.types.columns}`,
    )
    yield* add({ requests: [], totals: totalsOfTypes(made) })
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
        where profile_retries.accepted_at <= ${instant(now - retryMillis)}`
    const stored = Rows.retries.read(
      yield* sql`select stored.* from profile_retries as stored
        join ${Rows.retryKeys.unnest(rows)} as known (${Rows.retryKeys.names}) using (${Rows.retryKeys.names})`,
    )
    for (const row of stored) noted.set(keyOf(row, row.key), row)
    return noted
  })

  const whollyKnown = (requests: ReadonlyArray<OfferedRequest>) =>
    requests.every(
      (request) =>
        request.idempotency === undefined &&
        !isMerge(request) &&
        request.changes.every(({ actions }) =>
          actions.every((action) => !("type" in action) || known.types.has(keyOf(request, action.name))),
        ),
    )

  /** Stores requests in their order; a merge leads ids on between those before it and those after it. */
  const insertInOrder = Effect.fnUntraced(function* (
    requests: ReadonlyArray<OfferedRequest>,
    now: EpochMillis,
    settled: ReadonlyMap<string, PropertyType>,
  ) {
    let rest = requests
    while (rest.length > 0) {
      const next = rest.findIndex(isMerge)
      const before = next < 0 ? rest : rest.slice(0, next)
      if (before.length > 0) yield* insert(before, now, settled)
      const merge = next < 0 ? undefined : rest[next]
      if (merge !== undefined) yield* insert([yield* lead(merge)], now, settled)
      rest = next < 0 ? [] : rest.slice(next + 1)
    }
  })

  const inTransaction = Effect.fnUntraced(function* (
    requests: ReadonlyArray<OfferedRequest>,
    now: EpochMillis,
  ) {
    const epoch = yield* currentEpoch(sql)
    yield* requests.some(isMerge) ? closeGate(sql, schema) : passGate(sql, schema)
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
    const settled = yield* settle(fresh, knownIn(epoch))
    yield* insertInOrder(fresh, now, settled)
    return { acceptances, epoch, settled }
  })

  return Effect.fnUntraced(function* (requests: ReadonlyArray<OfferedRequest>, now: EpochMillis) {
    if (whollyKnown(requests)) {
      const { epoch, types } = known
      // In another epoch it stores nothing.
      const stored =
        yield* sql`select ${acceptChanges(requests, now, types)} from epochs where number = ${epoch}::float8::bigint`
      if (stored.length > 0) {
        return requests.map(({ requestId }): Acceptance => ({ accepted: true, requestId }))
      }
    }
    const { acceptances, epoch, settled } = yield* behindGate(
      sql.withTransaction(inTransaction(requests, now)),
    )
    remember(epoch, settled)
    return acceptances
  })
}
