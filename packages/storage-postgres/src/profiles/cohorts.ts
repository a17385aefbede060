import {
  type Cohort,
  type Comparison,
  type Condition,
  instantOf,
  isDate,
  type Place,
  type PropertyType,
} from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { texts } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import { profiles, types } from "./rows.ts"

const readCount = valuesOf(Schema.Int)

/** The signs of comparisons in SQL. */
const signs: Readonly<Record<Comparison, string>> = { gt: ">", gte: ">=", lt: "<", lte: "<=" }

/** Conditions that the index on properties answers. */
const isIndexed = ({ op }: Condition, type: PropertyType | undefined): boolean =>
  op === "eq" || op === "in" || (op === "contains" && type === "list")

/** Makes the functions that find and count profiles; see `ProfileStore`. */
export const makeCohorts = (sql: SqlClient.SqlClient) => {
  const holdsAll = (values: Readonly<Record<string, unknown>>) =>
    sql`properties @> ${JSON.stringify(values)}::text::jsonb`
  const has = (name: string, value: unknown) => holdsAll({ [name]: value })
  const valueOf = (name: string) => sql`(properties ->> ${name}::text)`
  const textOf = (name: string) => sql`${valueOf(name)} collate "C"`
  const never = sql`false`

  /** A comparison, by the type of the property: all its values are of that type. */
  const compared = (
    { name, op, value }: Extract<Condition, { readonly op: Comparison }>,
    type: PropertyType | undefined,
  ): Fragment => {
    const sign = sql.literal(signs[op])
    if (type === "number" && typeof value === "number") {
      // The same doubles that the domain compares.
      return sql`${valueOf(name)}::float8 ${sign} ${String(value)}::text::float8`
    }
    if (type === "string" && typeof value === "string") return sql`${textOf(name)} ${sign} ${value}`
    if (type !== "date" || typeof value !== "string" || !isDate(value)) return never
    // A timestamp has microseconds alone, and rounds what is finer: the fraction is compared by its digits.
    const { fraction, seconds } = instantOf(value)
    return sql`(
        extract(epoch from (regexp_replace(${valueOf(name)}, '[.][0-9]+', '') ||
          case length(${valueOf(name)}) when 10 then 'T00:00:00Z' else '' end)::timestamptz)::float8,
        rtrim(coalesce(substring(${valueOf(name)} from '[.]([0-9]+)'), ''), '0') collate "C"
      ) ${sign} (${seconds}::float8, ${fraction}::text)`
  }

  // Another place's property of the same name may hold what cannot be cast.
  const inPlace = ({ workspace, version }: Place, condition: Fragment) =>
    sql`case when workspace = ${workspace} and version = ${version} then ${condition} end`

  const conditionOf = (place: Place, condition: Condition, type: PropertyType | undefined): Fragment => {
    const { name } = condition
    switch (condition.op) {
      case "eq":
        return has(name, condition.value)
      case "ne":
        return sql`not (${has(name, condition.value)})`
      case "in":
        return sql.or(condition.value.map((one) => has(name, one)))
      case "exists":
        return sql`jsonb_exists(properties, ${name}) = ${condition.value}`
      case "contains":
        if (type === "list") return has(name, [condition.value])
        return (type === "string" || type === "date") && typeof condition.value === "string"
          ? sql`strpos(${textOf(name)}, ${condition.value}) > 0`
          : never
      default:
        return inPlace(place, compared(condition, type))
    }
  }

  /** The types of the properties that conditions name. */
  const typesOf = Effect.fnUntraced(function* ({ workspace, version }: Place, where: Cohort["where"]) {
    const found = types.read(
      yield* sql`select ${types.columns} from property_types where workspace = ${workspace}
        and version = ${version} and name = any (${texts(where.map(({ name }) => name))})`,
    )
    return new Map(found.map(({ name, type }) => [name, type]))
  })

  const conditionsOf = Effect.fnUntraced(function* (place: Place, where: Cohort["where"]) {
    const known = where.length === 0 ? new Map<string, PropertyType>() : yield* typesOf(place, where)
    // Equalities are one containment, of which the index begins with the rarest value; two may be of one property.
    const equal = new Map<string, Condition>()
    for (const condition of where) {
      if (condition.op === "eq" && !equal.has(condition.name)) equal.set(condition.name, condition)
    }
    const others = where.filter((condition) => equal.get(condition.name) !== condition)
    const values = Array.from(equal, ([name, { value }]) => [name, value] as const)
    return {
      conditions: [
        ...(values.length === 0 ? [] : [holdsAll(Object.fromEntries(values))]),
        ...others.map((condition) => conditionOf(place, condition, known.get(condition.name))),
      ],
      isSelective: where.some((condition) => isIndexed(condition, known.get(condition.name))),
    }
  })

  const find = Effect.fn("ProfileStore.find")(function* (place: Place, { where, after, limit }: Cohort) {
    const { conditions, isSelective } = yield* conditionsOf(place, where)
    const here = sql.and([
      ...conditions,
      sql`workspace = ${place.workspace} and version = ${place.version}`,
      ...(after === undefined ? [] : [sql`distinct_id > ${after}`]),
    ])
    // Where the index on properties answers, the cohort is selected apart from the order. Otherwise the planner, guessing
    // many matches, may walk all profiles in that order to find a few.
    const cohort = isSelective
      ? sql`with cohort as materialized (select ${profiles.columns} from profiles where ${here})
          select ${profiles.columns} from cohort`
      : sql`select ${profiles.columns} from profiles where ${here}`
    return profiles.read(yield* sql`${cohort} order by distinct_id limit ${limit}`)
  })

  const count = Effect.fn("ProfileStore.count")(function* (place: Place, where: ReadonlyArray<Condition>) {
    const { conditions } = yield* conditionsOf(place, where)
    const [counted = 0] = readCount(
      yield* sql`select count(*)::float8 from profiles where ${sql.and([
        ...conditions,
        sql`workspace = ${place.workspace} and version = ${place.version}`,
      ])}`,
    )
    return counted
  })

  return { find, count }
}
