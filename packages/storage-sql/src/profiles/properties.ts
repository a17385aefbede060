import { EpochMillis } from "@daybook/kernel"
import {
  type PropertiesAsked,
  type Property,
  Place,
  PropertyType,
  type TotalKind,
  type Warning,
} from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import { described, rowsOf } from "../table.ts"

const readProperties = rowsOf(
  Schema.Struct({
    name: Schema.String,
    type: PropertyType,
    profiles: Schema.Int,
    firstSetAt: Schema.UndefinedOr(EpochMillis),
    lastSetAt: Schema.UndefinedOr(EpochMillis),
    toType: Schema.UndefinedOr(PropertyType),
    visited: Schema.UndefinedOr(Schema.Int),
    startedAt: Schema.UndefinedOr(EpochMillis),
  }),
)

/** A change of a property in progress. The profiles up to `lastId` are done. */
const changes = described(
  "property_changes",
  Schema.Struct({
    ...Place.fields,
    name: Schema.String,
    toType: Schema.UndefinedOr(PropertyType),
    lastId: Schema.String,
    visited: Schema.Int,
    startedAt: EpochMillis,
  }),
)

const readVisited = rowsOf(Schema.Struct({ distinctId: Schema.String, hasProperty: Schema.Boolean }))

const readWarnings = rowsOf(
  Schema.Struct({
    name: Schema.String,
    reason: Schema.String,
    ignored: Schema.Int,
    lastAt: EpochMillis,
    distinctId: Schema.UndefinedOr(Schema.String),
    example: Schema.UndefinedOr(Schema.String),
  }),
  { ignored: "cast(ignored as float8)" },
)

/** The parts of a store of properties that each database has in its own words. */
export interface PropertyWords<E> {
  /** Waits for the batches of a place that run, and keeps others from beginning until the transaction ends. */
  readonly lock: (place: Place) => Effect.Effect<unknown, SqlError>
  /** Settles the values of changing properties in profiles, under the locks of a batch. */
  readonly settle: (
    place: Place,
    ids: ReadonlyArray<string>,
    now: EpochMillis,
  ) => Effect.Effect<unknown, E | SqlError>
  /** Ends the index on the values of a property that begins to change. */
  readonly closeIndex: (place: Place, name: string) => Effect.Effect<unknown, SqlError>
  readonly addTotals: (
    place: Place,
    totals: ReadonlyArray<readonly [TotalKind, number]>,
  ) => Effect.Effect<unknown, SqlError>
  /** The condition that the row of a profile has a property. */
  readonly hasProperty: (name: string) => Fragment
  /** The end of a select that locks its rows and skips the locked ones. */
  readonly skipLocked: Fragment
}

const placeIn =
  ({ sql }: Sql) =>
  ({ version, workspace }: Place) =>
    sql`workspace = ${workspace} and version = ${version}`

/** Reads the properties of a place. */
const propertiesIn = (database: Sql) => {
  const { sql } = database
  const inPlace = placeIn(database)

  const select = Effect.fnUntraced(function* (place: Place, named: Fragment, limit: number) {
    const rows = readProperties(
      yield* sql`select t.name, t.type, cast(coalesce(u.profiles, 0) as float8) as profiles, u.first_set_at, u.last_set_at,
          c.to_type, c.visited, c.started_at
        from (select * from property_types where ${inPlace(place)} and ${named} order by name limit ${limit}) as t
        left join (
          select name, sum(profiles) as profiles, min(first_set_at) as first_set_at, max(last_set_at) as last_set_at
          from property_counts where ${inPlace(place)} and ${named} group by name
        ) as u on u.name = t.name
        left join (select * from property_changes where ${inPlace(place)}) as c on c.name = t.name
        order by t.name`,
    )
    return rows.map(({ startedAt, toType, visited, ...property }): Property => {
      const change = startedAt === undefined ? undefined : { to: toType, visited: visited ?? 0, startedAt }
      return { ...property, change }
    })
  })

  const find = Effect.fnUntraced(function* (place: Place, name: string) {
    return (yield* select(place, sql`name = ${name}`, 1))[0]
  })

  return { find, select }
}

/** Makes the function that visits the next profiles of a change. */
const stepsIn = <E>(database: Sql, words: PropertyWords<E>) => {
  const { sql, tableOf } = database
  const changesTable = tableOf(changes)
  const inPlace = placeIn(database)
  const { find } = propertiesIn(database)

  /** Ends a change that has visited all profiles. A deleted property leaves nothing. */
  const finish = Effect.fnUntraced(function* (place: Place, name: string, to: PropertyType | undefined) {
    yield* words.lock(place)
    const here = sql`${inPlace(place)} and name = ${name}`
    yield* sql`delete from property_changes where ${here}`
    if (to !== undefined) return
    const property = yield* find(place, name)
    yield* sql`delete from property_types where ${here}`
    yield* sql`delete from property_counts where ${here}`
    yield* sql`delete from profile_warnings where ${here}`
    if (property !== undefined) yield* words.addTotals(place, [[property.type, -1]])
  })

  return Effect.fnUntraced(function* (limit: number, now: EpochMillis) {
    const [change] = changesTable.read(
      yield* sql`select ${changesTable.columns} from property_changes
        order by started_at, workspace, version, name limit 1 ${words.skipLocked}`,
    )
    if (change === undefined) return false
    const { lastId, name, toType, version, workspace } = change
    const place = { workspace, version }
    const visited = readVisited(
      yield* sql`select distinct_id, ${words.hasProperty(name)} as has_property from profiles
        where ${inPlace(place)} and distinct_id > ${lastId} order by distinct_id limit ${limit}`,
    )
    const last = visited.at(-1)
    if (last === undefined) {
      yield* finish(place, name, toType)
      return true
    }
    const ids = visited.flatMap(({ distinctId, hasProperty }) => (hasProperty ? [distinctId] : []))
    if (ids.length > 0) yield* words.settle(place, ids, now)
    yield* sql`update property_changes set last_id = ${last.distinctId}, visited = ${change.visited + visited.length}
      where ${inPlace(place)} and name = ${name}`
    return true
  })
}

/** The warnings of a place. */
const warningsIn = (database: Sql) => {
  const { instant, read, sql, transaction } = database
  const inPlace = placeIn(database)

  const warnings = Effect.fnUntraced(function* (place: Place) {
    const rows = readWarnings(
      yield* sql`select ${sql.literal(readWarnings.selected)} from profile_warnings
        where ${inPlace(place)} order by last_at desc, name, reason`,
    )
    // Batches that run at once count in their own rows.
    const sums = new Map<string, Warning>()
    for (const { ignored, name, ...one } of rows) {
      const key = `${name}\0${one.reason}`
      const known = sums.get(key) ?? { ...one, name: name === "" ? undefined : name, count: 0 }
      sums.set(key, { ...known, count: known.count + ignored })
    }
    return [...sums.values()]
  })

  return {
    warnings: Effect.fn("PropertyStore.warnings")(warnings, read),
    forgetWarnings: Effect.fn("PropertyStore.forgetWarnings")(function* (before: EpochMillis, limit: number) {
      const gone = yield* sql`delete from profile_warnings where (workspace, version, name, reason) in (
        select workspace, version, name, reason from profile_warnings where last_at < ${instant(before)}
        order by last_at limit ${limit}) and last_at < ${instant(before)} returning 1`
      return gone.length
    }, transaction),
  }
}

/** The members of a store of properties. `step` fails as its words do. */
export const propertyStore = <E>(database: Sql, words: PropertyWords<E>) => {
  const { read, sql, tableOf, transaction } = database
  const changesTable = tableOf(changes)
  const inPlace = placeIn(database)
  const { find, select } = propertiesIn(database)

  const begin = Effect.fnUntraced(function* (
    place: Place,
    name: string,
    to: PropertyType | undefined,
    now: EpochMillis,
  ) {
    yield* words.lock(place)
    const property = yield* find(place, name)
    if (property === undefined) return "unknown" as const
    const { change, type } = property
    if (change !== undefined) return change.to === to ? property : ("busy" as const)
    if (type === to) return property
    yield* changesTable.insert([{ ...place, name, toType: to, lastId: "", visited: 0, startedAt: now }])
    yield* words.closeIndex(place, name)
    if (to !== undefined) {
      yield* sql`update property_types set type = ${to} where ${inPlace(place)} and name = ${name}`
      yield* words.addTotals(place, [
        [type, -1],
        [to, 1],
      ])
    }
    return mustFind(yield* find(place, name), "property", name)
  })

  return {
    list: Effect.fn("PropertyStore.list")(
      (place: Place, { after = "", limit }: PropertiesAsked) => select(place, sql`name > ${after}`, limit),
      read,
    ),
    find: Effect.fn("PropertyStore.find")(
      (place: Place, name: string) => Effect.map(find(place, name), Option.fromUndefinedOr),
      read,
    ),
    change: Effect.fn("PropertyStore.change")(begin, transaction),
    step: Effect.fn("PropertyStore.step")(stepsIn(database, words), transaction),
    ...warningsIn(database),
  }
}
