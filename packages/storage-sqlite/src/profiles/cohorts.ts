import {
  type Cohort,
  compareTexts,
  compareValues,
  type Filter,
  matches,
  type PageEnd,
  pageEndIn,
  type Place,
  type Profile,
  propertyIn,
  type PropertyType,
  type Sort,
} from "@daybook/profiles"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import type { Database, Row } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { aliasesIn } from "./aliases.ts"
import { areFew, type Candidates, candidatesIn } from "./candidates.ts"
import { indexedValue } from "./indexedValues.ts"
import { propertyTypesIn } from "./propertyTypes.ts"
import { profiles as table, type Property, readTexts } from "./rows.ts"

// The profiles that are read at once: a few milliseconds, after which other requests have their turn.
const atOnce = 500

/** The next distinct ids after a profile, in an order. Fewer than the limit are the last. */
type Walk = (after: PageEnd | undefined, limit: number) => ReadonlyArray<string>

/** A profile that a walk has reached. */
interface Candidate extends Pick<Profile, "distinctId" | "properties"> {
  readonly row: Row
}

/** A property that puts profiles in order. */
interface Order extends Sort {
  readonly property: Property
}

const inPlaceIn =
  ({ sql }: Database["Service"]) =>
  ({ version, workspace }: Place) =>
    sql`workspace = ${workspace} and version = ${version}`

/** The ways to walk through the profiles of a place. */
const walksIn = (database: Database["Service"]) => {
  const { all, sql } = database
  const inPlace = inPlaceIn(database)

  const selectIds = (rows: Fragment, descending: boolean, limit: number) =>
    readTexts(
      all(sql`${rows} order by distinct_id ${sql.literal(descending ? "desc" : "asc")} limit ${limit}`),
    )

  /** Walks some ids on their own. */
  const overIds = (ids: Iterable<string>, descending: boolean): Walk => {
    const order = (one: string, other: string) => compareTexts(one, other) * (descending ? -1 : 1)
    const inOrder = [...ids].toSorted(order)
    return (after, limit) =>
      inOrder.filter((id) => after === undefined || order(id, after.distinctId) > 0).slice(0, limit)
  }

  /** Walks all profiles of a place, or those of candidates, by distinct id. */
  const byId = (place: Place, candidates: Candidates | undefined, descending: boolean): Walk => {
    const sources = candidates?.rows.map((rows) => sql`profile_values where ${rows}`) ?? [
      sql`profiles where ${inPlace(place)}`,
    ]
    return (after, limit) => {
      const later =
        after === undefined
          ? sql`true`
          : sql`distinct_id ${sql.literal(descending ? "<" : ">")} ${after.distinctId}`
      const [first, ...more] = sources.map((source) => sql`select distinct_id from ${source} and ${later}`)
      return first === undefined
        ? []
        : selectIds(
            more.reduce((one, other) => sql`${one} union ${other}`, first),
            descending,
            limit,
          )
    }
  }

  /** Walks the profiles that have a value of a property, by that value. */
  const byValue =
    ({ descending, property: { id, type } }: Order): Walk =>
    (after, limit) => {
      const [sign, direction] = descending ? ["<", "desc"] : [">", "asc"]
      const later =
        after?.value === undefined
          ? sql`true`
          : sql`(value, distinct_id) ${sql.literal(sign)} (${indexedValue(type, after.value)}, ${after.distinctId})`
      return readTexts(
        all(sql`select distinct_id from profile_values where property = ${id} and ${later}
          order by value ${sql.literal(direction)}, distinct_id ${sql.literal(direction)} limit ${limit}`),
      )
    }

  return { byId, byValue, overIds }
}

/** Makes the function that reads the profiles of a walk. */
const collectingIn = (database: Database["Service"]) => {
  const { all, read, sql } = database
  const inPlace = inPlaceIn(database)

  const readCandidates = (place: Place, ids: ReadonlyArray<string>): ReadonlyArray<Candidate> => {
    const rows = all(sql`select ${table.columns} from profiles
      where ${inPlace(place)} and distinct_id in (select value from json_each(${jsonList(ids)}))`)
    const found = new Map(rows.map((row) => [row["distinct_id"], row]))
    return ids.flatMap((distinctId) => {
      const row = found.get(distinctId)
      // Only the profiles that are returned are decoded: that takes longer than all else.
      return row === undefined
        ? []
        : [{ distinctId, row, properties: JSON.parse(String(row["properties"])) as Profile["properties"] }]
    })
  }

  /** Reads the profiles of a walk that are wanted, up to a limit, and lets others have their turn in between. */
  const collect = Effect.fnUntraced(function* (
    place: Place,
    walk: Walk,
    { after, limit, sort }: Pick<Cohort, "after" | "limit" | "sort">,
    isWanted: (candidate: Candidate) => boolean,
  ) {
    const found: Array<Candidate> = []
    let end = after
    for (let size = Math.min(limit, atOnce); ; size = atOnce) {
      const { ids, some } = yield* read(() => {
        const ids = walk(end, size)
        return { ids, some: readCandidates(place, ids) }
      })
      for (const candidate of some) {
        if (isWanted(candidate)) found.push(candidate)
        if (found.length === limit) return found
      }
      const last = ids.at(-1)
      if (ids.length < size || last === undefined) return found
      // Ids that were sent may have no profile.
      end = { distinctId: last, value: sort && propertyIn(some.at(-1)?.properties ?? {}, sort.name) }
      yield* Effect.yieldNow
    }
  })

  return collect
}

/** Makes the function that decides how to walk to the profiles of a cohort. */
const planningIn = (database: Database["Service"]) => {
  const candidatesOf = candidatesIn(database)
  const aliases = aliasesIn(database)
  const types = propertyTypesIn(database)
  const { byId, overIds } = walksIn(database)

  const orderOf = (place: Place, sort: Sort | undefined): Order | undefined => {
    const property = sort && types.find(place, sort.name)
    return sort === undefined || property === undefined || property.isChanging || property.type === "list"
      ? undefined
      : { ...sort, property }
  }

  const plan = (place: Place, { ids, sort, where }: Omit<Cohort, "limit">) => {
    const { candidates, properties } = candidatesOf(place, where)
    const known: ReadonlyMap<string, PropertyType> = new Map(
      Array.from(properties).flatMap(([name, { isChanging, type }]) => (isChanging ? [] : [[name, type]])),
    )
    const descending = sort?.descending === true
    const leads = ids === undefined ? undefined : aliases.leadsOf(place, ids)
    const isRare = candidates !== undefined && areFew(candidates)
    return {
      candidates,
      order: orderOf(place, sort),
      isRare: ids !== undefined || isRare,
      matching: ({ properties: values }: Candidate) => matches(where, values, known),
      walk:
        ids === undefined
          ? byId(place, isRare || candidates?.isInOrder === true ? candidates : undefined, descending)
          : overIds(new Set(ids.map((id) => leads?.get(id) ?? id)), descending),
    }
  }

  return plan
}

/** Makes the functions that find and count profiles; see `ProfileStore`. */
export const makeCohorts = (database: Database["Service"]) => {
  const { read } = database
  const candidatesOf = candidatesIn(database)
  const plan = planningIn(database)
  const { byId, byValue } = walksIn(database)
  const collect = collectingIn(database)

  /** The profiles of a cohort in the order of a property's values: those without one come last. */
  const findInOrder = Effect.fnUntraced(function* (
    place: Place,
    cohort: Cohort,
    order: Order,
    { isRare, matching, walk }: ReturnType<ReturnType<typeof planningIn>>,
  ) {
    const { after, limit, sort } = cohort
    const valueOf = ({ properties }: Candidate) => propertyIn(properties, order.name)
    if (isRare) {
      const found = yield* collect(place, walk, { limit: Infinity }, matching)
      return inOrder(found, order, after).slice(0, limit)
    }
    const isPast = after !== undefined && after.value === undefined
    const first = isPast ? [] : yield* collect(place, byValue(order), { after, limit, sort }, matching)
    if (first.length === limit) return first
    const rest = { after: isPast ? after : undefined, limit: limit - first.length }
    const others = yield* collect(
      place,
      byId(place, undefined, order.descending),
      rest,
      (profile) => valueOf(profile) === undefined && matching(profile),
    )
    return [...first, ...others]
  })

  const find = Effect.fn("ProfileStore.find")(function* (place: Place, asked: Cohort) {
    const planned = yield* read(() => plan(place, asked))
    const cohort = { ...asked, after: pageEndIn(asked.after, planned.order?.property.type) }
    const found =
      planned.order === undefined
        ? yield* collect(place, planned.walk, cohort, planned.matching)
        : yield* findInOrder(place, cohort, planned.order, planned)
    return table.read(found.map(({ row }) => row))
  })

  const count = Effect.fn("ProfileStore.count")(function* (place: Place, where: Filter) {
    const planned = yield* read(() => candidatesOf(place, where).count() ?? plan(place, { where }))
    if (typeof planned === "number") return planned
    let counted = 0
    yield* collect(place, planned.walk, { limit: Infinity }, (profile) => {
      if (planned.matching(profile)) counted += 1
      return false
    })
    return counted
  })

  return { find, count }
}

/** Sorts profiles as `byValue` walks them, and drops those up to the end of a page. */
const inOrder = (
  found: ReadonlyArray<Candidate>,
  { descending, name, property: { type } }: Order,
  after: PageEnd | undefined,
): ReadonlyArray<Candidate> => {
  const compare = (one: PageEnd, other: PageEnd): number => {
    if ((one.value === undefined) !== (other.value === undefined)) return one.value === undefined ? 1 : -1
    const byValues =
      one.value === undefined || other.value === undefined ? 0 : compareValues(type, one.value, other.value)
    return (byValues || compareTexts(one.distinctId, other.distinctId)) * (descending ? -1 : 1)
  }
  return found
    .map((candidate) => ({ ...candidate, value: propertyIn(candidate.properties, name) }))
    .filter((one) => after === undefined || compare(one, after) > 0)
    .toSorted(compare)
}
