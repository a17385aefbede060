import {
  Action,
  applyActions,
  type Applied,
  bytesOf,
  dayInUtc,
  IgnoredProperty,
  mergeOf,
  mergeProperties,
  noProfile,
  Operation,
  Place,
  type Properties,
  PropertyValue,
  RequestId,
} from "@daybook/profiles"
import { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { bigint, json, text } from "../sql/sqlTypes.ts"
import { date, instant } from "../sql/parameters.ts"
import { rowsOf, tableOf } from "../sql/table.ts"

/** A change that an earlier version accepted and has not applied. A row that failed may hold anything. */
const WaitingChange = Schema.Struct({
  ...Place.fields,
  number: Schema.Int,
  requestId: RequestId,
  change: Schema.Int,
  operation: Operation,
  distinctId: Schema.String,
  properties: Schema.Unknown,
  actions: Schema.Unknown,
  ignored: Schema.Array(IgnoredProperty),
  makes: Schema.Boolean,
  acceptedAt: EpochMillis,
  failure: Schema.UndefinedOr(Schema.String),
})
type WaitingChange = typeof WaitingChange.Type

const inbox = tableOf("profile_inbox", WaitingChange, {
  number: { type: bigint },
  requestId: { type: { ...text, cast: "text" } },
  properties: { type: json },
  actions: { type: json },
  ignored: { type: json },
})

const Outcome = Schema.Struct({
  ...Place.fields,
  requestId: RequestId,
  change: Schema.Int,
  number: Schema.Int,
  operation: Operation,
  applied: Schema.Array(Schema.String),
  ignored: Schema.Array(IgnoredProperty),
})

const outcomes = tableOf("profile_outcomes", Outcome, {
  requestId: { type: { ...text, parse: "uuid" } },
  number: { type: bigint },
  ignored: { type: json },
})

const readProfiles = rowsOf(
  Schema.Struct({ properties: Schema.Record(Schema.String, PropertyValue), createdAt: EpochMillis }),
  { properties: { type: json } },
)

const readActions = Schema.decodeUnknownOption(Schema.Array(Action))
const readOnce = Schema.decodeUnknownOption(Schema.Record(Schema.String, PropertyValue))
const isNamed = Schema.is(Schema.Struct({ name: Schema.String }))

/** The actions of a change: set-once's are stored as one object. None if the row is invalid. */
const actionsOf = ({ actions, properties }: WaitingChange): Option.Option<ReadonlyArray<Action>> =>
  actions === null || actions === undefined
    ? Option.map(readOnce(properties), (given) =>
        Object.entries(given).map(
          ([name, value]) => ({ verb: "once", name, type: "string", value }) as const,
        ),
      )
    : readActions(actions)

const byName = (a: string, b: string) => (a < b ? -1 : 1)

/** The names that a row holds, whatever it holds. */
const namesIn = ({ actions, properties }: WaitingChange): ReadonlyArray<string> => {
  const named = Array.isArray(actions) ? actions.filter(isNamed).map(({ name }) => name) : []
  const isObject = typeof properties === "object" && properties !== null && !Array.isArray(properties)
  return [...new Set([...(isObject ? Object.keys(properties) : []), ...named])].toSorted(byName)
}

// Rows are read this many at a time.
const atATime = 1_000

/**
 * Applies the requests that an earlier version left in its inbox, in the order of acceptance: they were acknowledged
 * with a 202 and waited. Types and aliases were settled when they were accepted. A change that had failed stays
 * unapplied, and its outcome says why.
 */
export const applyInbox = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const here = ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`

  const find = Effect.fnUntraced(function* (place: Place, id: string) {
    const [found] = readProfiles(
      yield* sql`select properties, created_at from profiles where ${here(place)} and distinct_id = ${id}`,
    )
    return found && { properties: new Map(Object.entries(found.properties)), createdAt: found.createdAt }
  })

  const count = ({ version, workspace }: Place, kind: string, number: number) =>
    sql`insert into profile_totals (workspace, version, kind, number)
      values (${workspace}, ${version}, ${kind}, ${number}::int)
      on conflict (workspace, version, kind, slot) do update set number = profile_totals.number + excluded.number`

  const put = (place: Place, id: string, properties: Properties, createdAt: EpochMillis, now: EpochMillis) =>
    sql`insert into profiles (workspace, version, distinct_id, properties, created_at, updated_at)
      values (${place.workspace}, ${place.version}, ${id}, ${JSON.stringify(Object.fromEntries(properties))}::text::jsonb,
        ${instant(createdAt)}, ${instant(now)})
      on conflict (workspace, version, distinct_id) do update
        set properties = excluded.properties, created_at = excluded.created_at, updated_at = excluded.updated_at`

  const merge = Effect.fnUntraced(function* (one: WaitingChange, source: string) {
    const from = yield* find(one, source)
    if (from === undefined) return { applied: [], ignored: [{ name: "$merge", reason: noProfile }] }
    const into = yield* find(one, one.distinctId)
    const properties: Properties = into?.properties ?? new Map()
    const bytes = bytesOf(from.properties) + (into === undefined ? 0 : bytesOf(properties))
    const outcome = mergeProperties(properties, from.properties)
    yield* sql`delete from profiles where ${here(one)} and distinct_id = ${source}`
    const createdAt = Math.min(from.createdAt, into?.createdAt ?? Infinity)
    yield* put(one, one.distinctId, properties, createdAt, one.acceptedAt)
    if (into !== undefined) yield* count(one, "profile", -1)
    yield* count(one, "bytes", bytesOf(properties) - bytes)
    return outcome
  })

  const change = Effect.fnUntraced(function* (one: WaitingChange, actions: ReadonlyArray<Action>) {
    const known = yield* find(one, one.distinctId)
    const properties: Properties = known?.properties ?? new Map()
    const bytes = known === undefined ? 0 : bytesOf(properties)
    const outcome = applyActions(properties, { actions, ignored: one.ignored })
    if (known === undefined ? one.makes : outcome.applied.length > 0) {
      yield* put(one, one.distinctId, properties, known?.createdAt ?? one.acceptedAt, one.acceptedAt)
      if (known === undefined) yield* count(one, "profile", 1)
      yield* count(one, "bytes", bytesOf(properties) - bytes)
    }
    return outcome
  })

  const apply = Effect.fnUntraced(function* (one: WaitingChange): Effect.fn.Return<Applied, SqlError> {
    const actions = one.failure === undefined ? actionsOf(one) : Option.none()
    if (Option.isNone(actions)) {
      const reason = `could not be applied: ${one.failure ?? "the request is unfit"}`
      return { applied: [], ignored: [...one.ignored, ...namesIn(one).map((name) => ({ name, reason }))] }
    }
    const merging = mergeOf({ actions: actions.value })
    return yield* merging === undefined ? change(one, actions.value) : merge(one, merging.source)
  })

  for (let last = -1; ;) {
    const waiting = inbox.read(
      yield* sql`select ${inbox.columns} from profile_inbox where number > ${last}::float8::bigint
        order by number limit ${atATime}`,
    )
    for (const one of waiting) {
      const outcome = yield* apply(one)
      yield* sql`${outcomes.insert([{ ...one, ...outcome }])}`
      if (one.change === 0) {
        yield* sql`insert into profile_usage (workspace, version, day, operation, requests)
          values (${one.workspace}, ${one.version}, ${date(dayInUtc(one.acceptedAt))}, ${one.operation}, 1)
          on conflict (workspace, version, day, operation, slot) do update set requests = profile_usage.requests + 1`
      }
    }
    const next = waiting.at(-1)
    if (next === undefined) return
    last = next.number
  }
})
