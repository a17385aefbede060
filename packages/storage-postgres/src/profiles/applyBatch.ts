import {
  type Acceptance,
  applyInPlace,
  dayInUtc,
  firstDayOfMonth,
  hasQuota,
  type HeldPlace,
  idsOf,
  mergeOf,
  type OfferedRequest,
  type Place,
  type PlaceChanges,
  type PropertyType,
  RequestId,
  type Retry,
  type StoredProfile,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { bigints, booleans, date, instant, instants, ints, texts } from "../sql/parameters.ts"
import { textArray } from "../sql/sqlTypes.ts"
import { type HeldRow, readHeld, readNumbers } from "./rows.ts"
import { makeAddWarnings } from "./warnings.ts"

/** The requests of one place in a batch, and their profiles and properties. */
export interface AskedPlace {
  readonly workspace: string
  readonly version: string
  /** True if this batch has the place exclusively. */
  readonly alone: boolean
  readonly limited: boolean
  readonly ids: ReadonlySet<string>
  /** The ids that merges name. */
  readonly merging: ReadonlySet<string>
  readonly keys: ReadonlySet<string>
  readonly names: ReadonlySet<string>
}

/** The batch must be restarted: an id now resolves elsewhere, or places must be locked exclusively. */
export class Again {
  readonly alone: ReadonlySet<string>
  constructor(alone: Iterable<string>) {
    this.alone = new Set(alone)
  }
}

const none: ReadonlySet<string> = new Set()

/** Asks for profiles of a place, without requests. */
export const askedProfiles = (place: Place, ids: Iterable<string>, alone = false): AskedPlace => ({
  ...place,
  alone,
  limited: false,
  ids: new Set(ids),
  merging: none,
  keys: none,
  names: none,
})

const askedOf = (requests: ReadonlyArray<OfferedRequest>, alone: boolean): AskedPlace => {
  const [first] = requests
  const ids = new Set<string>()
  const merging = new Set<string>()
  const keys = new Set<string>()
  const names = new Set<string>()
  for (const { changes, idempotency } of requests) {
    if (idempotency !== undefined) keys.add(idempotency.key)
    for (const change of changes) {
      for (const id of idsOf(change)) ids.add(id)
      if (mergeOf(change) !== undefined) for (const id of idsOf(change)) merging.add(id)
      for (const action of change.actions) if ("type" in action) names.add(action.name)
    }
  }
  const limited = requests.some(({ limits }) => hasQuota(limits))
  const { version = "", workspace = "" } = first ?? {}
  return { workspace, version, alone: alone || limited, limited, ids, merging, keys, names }
}

/** Values with the numbers of their places, from 1. */
const placed = <A>(valuesOf: ReadonlyArray<Iterable<A>>) => {
  const places: Array<number> = []
  const values: Array<A> = []
  for (const [at, some] of valuesOf.entries()) {
    for (const value of some) {
      places.push(at + 1)
      values.push(value)
    }
  }
  return { places: ints(places), values }
}

/** Makes the function that locks what a batch names, and reads it, for each of its places. */
export const makeLock = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    asked: ReadonlyArray<AskedPlace>,
    now: EpochMillis,
    again: ReadonlyArray<string> = [],
  ) {
    const ids = placed(asked.map((one) => one.ids))
    const merging = asked.flatMap((one) => Array.from(one.ids, (id) => one.merging.has(id)))
    const keys = placed(asked.map((one) => one.keys))
    const names = placed(asked.map((one) => one.names))
    const rows = readHeld(
      yield* sql`select * from lock_profiles(
        ${texts(asked.map(({ workspace }) => workspace))}, ${texts(asked.map(({ version }) => version))},
        ${booleans(asked.map(({ alone }) => alone))}, ${booleans(asked.map(({ limited }) => limited))},
        ${ids.places}, ${texts(ids.values)}, ${booleans(merging)}, ${keys.places}, ${texts(keys.values)},
        ${names.places}, ${texts(names.values)}, ${texts(again)}, ${date(firstDayOfMonth(now))})`,
    )
    if (rows[0]?.kind === "moved") return yield* Effect.fail(new Again([]))
    const stored = new Set(
      rows.flatMap(({ kind, name }) => (kind === "stored" ? [RequestId.make(name)] : [])),
    )
    const held = asked.map(() => emptyPlace(stored))
    for (const row of rows) {
      const place = held[row.place - 1]
      if (place !== undefined) hold(place, row)
    }
    return held
  })

const emptyPlace = (stored: ReadonlySet<RequestId>) => ({
  leads: new Map<string, string>(),
  profiles: new Map<string, StoredProfile>(),
  types: new Map<string, PropertyType>(),
  changing: new Map<string, PropertyType | undefined>(),
  retries: new Map<string, Retry>(),
  idsTo: new Map<string, number>(),
  used: { requests: 0, profiles: 0, properties: 0, bytes: 0 },
  stored,
})

/** Sorts a row of the function into its place. */
const hold = (place: ReturnType<typeof emptyPlace>, row: HeldRow): void => {
  const { createdAt = 0, kind, name, number = 0, properties = {}, requestId, updatedAt = 0, value = "" } = row
  switch (kind) {
    case "lead":
      place.leads.set(name, value)
      break
    case "profile":
      place.profiles.set(name, { properties: new Map(Object.entries(properties)), createdAt, updatedAt })
      break
    case "type":
      place.types.set(name, value as PropertyType)
      break
    case "changing":
      place.changing.set(name, row.value as PropertyType | undefined)
      break
    case "retry":
      place.retries.set(name, {
        key: name,
        bodyHash: value,
        requestId: RequestId.make(requestId ?? ""),
        acceptedAt: createdAt,
      })
      break
    case "ids":
      place.idsTo.set(name, number)
      break
    case "used":
      if (name === "profile") place.used.profiles += number
      else if (name === "bytes" || name === "requests") place.used[name] += number
      else place.used.properties += number
      break
  }
}

/** Makes the function that writes what a batch has changed in its places. */
export const makeWrite = (sql: SqlClient.SqlClient) => {
  const addWarnings = makeAddWarnings(sql)
  const outcomesOf = (requests: ReadonlyArray<OfferedRequest>, changes: ReadonlyArray<PlaceChanges>) => {
    const applied = new Map(
      changes.flatMap((one, at) =>
        one.applied.map(({ outcomes, request }) => [request, { outcomes, place: at + 1 }] as const),
      ),
    )
    return requests.flatMap((request) => {
      const found = applied.get(request)
      if (found === undefined) return []
      return found.outcomes.map((outcome, change) => ({ request, place: found.place, change, outcome }))
    })
  }

  return Effect.fnUntraced(function* (
    requests: ReadonlyArray<OfferedRequest>,
    asked: ReadonlyArray<AskedPlace>,
    changes: ReadonlyArray<PlaceChanges>,
    now: EpochMillis,
  ) {
    const profiles = placed(
      changes.map((one) =>
        [...one.profiles].flatMap(([id, { after }]) => (after === undefined ? [] : [{ id, ...after }])),
      ),
    )
    const gone = placed(
      changes.map((one) => [...one.profiles].flatMap(([id, { after }]) => (after === undefined ? [id] : []))),
    )
    const leads = placed(changes.map((one) => one.leads))
    const types = placed(changes.map((one) => one.types))
    const outcomes = outcomesOf(requests, changes)
    const retries = placed(changes.map((one) => one.retries))
    const totals = placed(changes.map((one) => one.totals))
    const counts = placed(changes.map((one) => one.requests))
    const uses = placed(changes.map((one) => one.properties))
    const [slot = 0] = readNumbers(
      yield* sql`select write_profiles(
      ${instant(now)}, ${date(dayInUtc(now))},
      ${texts(asked.map(({ workspace }) => workspace))}, ${texts(asked.map(({ version }) => version))},
      ${profiles.places}, ${texts(profiles.values.map(({ id }) => id))},
      ${texts(profiles.values.map(({ properties }) => JSON.stringify(Object.fromEntries(properties))))},
      ${instants(profiles.values.map(({ createdAt }) => createdAt))},
      ${instants(profiles.values.map(({ updatedAt }) => updatedAt))},
      ${gone.places}, ${texts(gone.values)},
      ${leads.places}, ${texts(leads.values.map(([id]) => id))}, ${texts(leads.values.map(([, target]) => target))},
      ${types.places}, ${texts(types.values.map(([name]) => name))}, ${texts(types.values.map(([, type]) => type))},
      ${ints(outcomes.map(({ place }) => place))}, ${texts(outcomes.map(({ request }) => request.requestId))},
      ${ints(outcomes.map(({ change }) => change))}, ${texts(outcomes.map(({ request }) => request.operation))},
      ${textArray.many(outcomes.map(({ outcome }) => outcome.applied) as never)},
      ${texts(outcomes.map(({ outcome }) => JSON.stringify(outcome.ignored)))},
      ${retries.places}, ${texts(retries.values.map(({ key }) => key))},
      ${texts(retries.values.map(({ bodyHash }) => bodyHash))},
      ${texts(retries.values.map(({ requestId }) => requestId))},
      ${totals.places}, ${texts(totals.values.map(([kind]) => kind))},
      ${bigints(totals.values.map(([, number]) => number))},
      ${counts.places}, ${texts(counts.values.map(([operation]) => operation))},
      ${ints(counts.values.map(([, number]) => number))},
      ${uses.places}, ${texts(uses.values.map(([name]) => name))},
      ${bigints(uses.values.map(([, { profiles }]) => profiles))}, ${booleans(uses.values.map(([, { isSet }]) => isSet))})`,
    )
    for (const [at, { warnings }] of changes.entries()) {
      const place = asked[at]
      if (place !== undefined && warnings.length > 0) yield* addWarnings(place, warnings, slot, now)
    }
  })
}

const placeOf = ({ version, workspace }: OfferedRequest) => `${version} ${workspace}`

/** The names of these that have no type yet. */
const hasNew = ({ names }: AskedPlace, { types }: HeldPlace) => [...names].some((name) => !types.has(name))

/**
 * Makes the function that applies requests and stores all their changes, in one transaction on connections of this
 * client; see `ProfileStore.accept`.
 */
export const makeApplyBatch = (sql: SqlClient.SqlClient) => {
  const lock = makeLock(sql)
  const write = makeWrite(sql)

  /** Applies requests with an exclusive lock on these places. */
  const applyAlone = Effect.fnUntraced(function* (
    requests: ReadonlyArray<OfferedRequest>,
    now: EpochMillis,
    again: boolean,
    alone: ReadonlySet<string>,
  ) {
    const byPlace = [...Map.groupBy(requests, placeOf)]
    const asked = byPlace.map(([place, some]) => askedOf(some, alone.has(place)))
    const held = yield* lock(asked, now, again ? requests.map(({ requestId }) => requestId) : [])
    const lacking = byPlace.flatMap(([place], at) => {
      const [one, stored] = [asked[at], held[at]]
      // A new property gets its type while no one else can set another one.
      return one !== undefined && stored !== undefined && !one.alone && hasNew(one, stored) ? [place] : []
    })
    if (lacking.length > 0) return yield* Effect.fail(new Again([...alone, ...lacking]))
    const changes = byPlace.flatMap(([, some], at) => {
      const stored = held[at]
      return stored === undefined ? [] : [applyInPlace(stored, some, now)]
    })
    if (changes.some(({ applied, retries }) => applied.length + retries.length > 0)) {
      yield* write(requests, asked, changes, now)
    }
    const acceptances = new Map<OfferedRequest, Acceptance>()
    for (const [at, [, some]] of byPlace.entries()) {
      for (const [index, request] of some.entries()) {
        const acceptance = changes[at]?.acceptances[index]
        if (acceptance !== undefined) acceptances.set(request, acceptance)
      }
    }
    return requests.map((request) => acceptances.get(request) ?? { accepted: false as const })
  })

  return Effect.fnUntraced(function* (
    requests: ReadonlyArray<OfferedRequest>,
    now: EpochMillis,
    again = false,
  ) {
    let alone: ReadonlySet<string> = new Set()
    for (;;) {
      const done = yield* sql.withTransaction(applyAlone(requests, now, again, alone)).pipe(
        Effect.catchIf(
          (error) => error instanceof Again,
          (error) => Effect.succeed(error),
        ),
      )
      if (!(done instanceof Again)) return done
      alone = new Set([...alone, ...done.alone])
    }
  })
}
