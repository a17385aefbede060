import { EpochMillis } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Properties } from "./applyActions.ts"
import { readNumber } from "./exactNumbers.ts"
import { type Place, PropertyType, type PropertyValue } from "./model.ts"
import { isDate } from "./values.ts"
import type { Warning } from "./warnings.ts"

/** The profiles that one step of a change of a property visits at most. */
export const maxInStep = 1_000

/** A change of a property that is in progress. */
export const ChangeInProgress = Schema.Struct({
  /** The type that its values are converted to. A property that is being deleted has none. */
  to: Schema.UndefinedOr(PropertyType),
  /** The profiles visited so far, with and without the property. */
  visited: Schema.Int,
  startedAt: EpochMillis,
})
export type ChangeInProgress = typeof ChangeInProgress.Type

/** A property of a place. */
export const Property = Schema.Struct({
  name: Schema.String,
  /** While its values are converted, the type that they are converted to. */
  type: PropertyType,
  /** The number of profiles that have a value of it. */
  profiles: Schema.Int,
  /** When a request first and last set it in a profile. Undefined if never. */
  firstSetAt: Schema.UndefinedOr(EpochMillis),
  lastSetAt: Schema.UndefinedOr(EpochMillis),
  change: Schema.UndefinedOr(ChangeInProgress),
})
export type Property = typeof Property.Type

/** The properties to list, by name. */
export interface PropertiesAsked {
  /** A name: those after it are listed, by code point. */
  readonly after?: string | undefined
  readonly limit: number
}

/**
 * Properties whose stored values are being changed, each with its new type; undefined for the ones that are being
 * deleted.
 */
export type ChangingProperties = ReadonlyMap<string, PropertyType | undefined>

/** The reason for ignoring a value of a property that is being deleted. */
export const beingDeleted = "the property is being deleted"

/**
 * A value as another type has it, or undefined if it cannot be converted. A number, boolean or date becomes its text; a text
 * becomes the number, boolean or date that it spells; and a text, number or date becomes a list of one item. A value that
 * already has the type stays as it is, so converting twice is converting once.
 */
export const convertValue = (value: PropertyValue, to: PropertyType): PropertyValue | undefined => {
  if (typeof value === "object") return to === "list" ? value : undefined
  switch (to) {
    case "string":
      return String(value)
    case "number":
      return typeof value === "string" ? readNumber(value) : typeof value === "number" ? value : undefined
    case "boolean":
      return typeof value === "boolean"
        ? value
        : value === "true"
          ? true
          : value === "false"
            ? false
            : undefined
    case "date":
      return typeof value === "string" && isDate(value) ? value : undefined
    case "list":
      return typeof value === "boolean" ? undefined : [value]
  }
}

/** A copy of properties in which values of changing ones are converted, or gone if they cannot be or are being deleted. */
export const settled = (properties: Properties, changing: ChangingProperties): Properties => {
  const copy: Properties = new Map(properties)
  for (const [name, to] of changing) {
    const value = copy.get(name)
    if (value === undefined) continue
    const converted = to && convertValue(value, to)
    if (converted === undefined) copy.delete(name)
    else copy.set(name, converted)
  }
  return copy
}

/** The response to a request to change a property. `busy`: another change of it is in progress. */
export type PropertyChanged = Property | "unknown" | "busy"

/**
 * The store of the properties of places: their types, how many profiles have them, and the values that were ignored. Storage
 * failures are defects.
 */
export class PropertyStore extends Context.Service<
  PropertyStore,
  {
    /** By name. It visits no profile. */
    readonly list: (place: Place, asked: PropertiesAsked) => Effect.Effect<ReadonlyArray<Property>>
    readonly find: (place: Place, name: string) => Effect.Effect<Option.Option<Property>>
    /**
     * Begins to change the type of a property, or to delete it if `to` is undefined. From then on every server that accepts
     * requests goes by the new type, or ignores values of a property that is being deleted; a profile that a request changes has
     * its value converted or removed first. `step` does the same for all other profiles. A type that the property has already
     * changes nothing, and neither does deleting one that is being deleted.
     */
    readonly change: (
      place: Place,
      name: string,
      to: PropertyType | undefined,
      now: EpochMillis,
    ) => Effect.Effect<PropertyChanged>
    /**
     * Visits up to `limit` more profiles for a change in progress, in one transaction. False if there is none, or if another
     * server is at it.
     */
    readonly step: (limit: number, now: EpochMillis) => Effect.Effect<boolean>
    /** Newest first: at most `maxWarnings`, with the ones of further properties combined, and those of conversions. */
    readonly warnings: (place: Place) => Effect.Effect<ReadonlyArray<Warning>>
    /** Forgets up to `limit` warnings that no value has raised since the instant. Returns their number. */
    readonly forgetWarnings: (before: EpochMillis, limit: number) => Effect.Effect<number>
  }
>()("daybook/profiles/PropertyStore") {}
