import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { alreadySet } from "./values.ts"
import { hasAllItems, noSuchItem, notSet } from "./applyActions.ts"
import { mergeName } from "./merges.ts"
import { type IgnoredProperty, type ProfileChange, PropertyType } from "./model.ts"

/** The most warnings of a place that name a property, without those of conversions. Further properties share one for each reason. */
export const maxWarnings = 1_000

/** The longest example, in UTF-16 code units. */
const longestExample = 100

/** Values of a property that were ignored for one reason. */
export const Warning = Schema.Struct({
  /** Undefined for the properties beyond the first `maxWarnings`, which are counted together. */
  name: Schema.UndefinedOr(Schema.String),
  reason: Schema.String,
  count: Schema.Int,
  lastAt: EpochMillis,
  /** The distinct id that the last of these values was sent for, and its JSON, cut if long. Gone once that profile is erased. */
  distinctId: Schema.UndefinedOr(Schema.String),
  example: Schema.UndefinedOr(Schema.String),
})
export type Warning = typeof Warning.Type

/** Ignored values of one batch. */
export interface NewWarning {
  /** "" for properties that are counted together. */
  readonly name: string
  readonly reason: string
  readonly count: number
  readonly distinctId: string
  readonly example: string
}

/** The JSON of a value, cut if it is long. */
export const exampleOf = (value: unknown): string => {
  const json = JSON.stringify(value)
  return json.length <= longestExample ? json : `${json.slice(0, longestExample).toWellFormed()}…`
}

// A request that changes nothing since nothing needs a change is as good as any.
const noChange: ReadonlySet<string> = new Set([alreadySet, notSet, noSuchItem, hasAllItems])

/** The ignored values of an outcome that the sender should know of, with the change that brought them. */
export const warningsOf = (
  { actions, distinctId, ignored: unreadable }: ProfileChange,
  ignored: ReadonlyArray<IgnoredProperty>,
): ReadonlyArray<NewWarning> => {
  const found = ignored.filter(({ name, reason }) => name !== mergeName && !noChange.has(reason))
  if (found.length === 0) return []
  const examples = new Map(
    actions.map((action) => [action.name, "value" in action ? exampleOf(action.value) : ""]),
  )
  for (const { example, name } of unreadable) if (example !== undefined) examples.set(name, example)
  return found.map(({ name, reason }) => ({
    name,
    reason,
    count: 1,
    distinctId,
    example: examples.get(name) ?? "",
  }))
}

/** Identifies a warning of a place: no name has a control character. */
const warningKey = ({ name, reason }: Pick<NewWarning, "name" | "reason">): string => `${name}\0${reason}`

/** Adds up warnings by name and reason. The last example of each stays. */
export const addUpWarnings = (warnings: Iterable<NewWarning>): ReadonlyArray<NewWarning> => {
  const sums = new Map<string, NewWarning>()
  for (const one of warnings) {
    const key = warningKey(one)
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}

/** The reason for removing a value that cannot be converted. */
export const notConvertible = (to: PropertyType): string => `a stored value could not be converted to ${to}`

const conversions = new Set(PropertyType.literals.map(notConvertible))

/** True for warnings of conversions: each is asked for, and its response counts the dropped values of that property. */
const isOfConversion = ({ reason }: Pick<NewWarning, "reason">) => conversions.has(reason)

/**
 * Bounds the warnings of a place that has these: beyond `maxWarnings` new ones are counted together by reason, except those
 * of conversions.
 */
export const boundWarnings = (
  warnings: ReadonlyArray<NewWarning>,
  stored: ReadonlyArray<Pick<NewWarning, "name" | "reason">>,
): ReadonlyArray<NewWarning> => {
  const keys = new Set(stored.map(warningKey))
  let room = maxWarnings - stored.filter((one) => !isOfConversion(one)).length
  return addUpWarnings(
    warnings.map((one) => {
      if (isOfConversion(one) || keys.has(warningKey(one))) return one
      room -= 1
      return room >= 0 ? one : { ...one, name: "" }
    }),
  )
}
