import { type EpochMillis, maxNameLength, storableText } from "@daybook/kernel"
import type { MediaIds } from "@daybook/watching"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../instants.ts"
import { Count, Text } from "../text.ts"

// A schema reads required fields. Functions read optional ones and return undefined for unusable values, so that a rejected
// id or year never costs a delivery.

/** The name that an item requires. */
export const Title = Text.check(
  Schema.isNonEmpty({ message: "must not be empty" }),
  Schema.isMaxLength(maxNameLength, { message: "must have at most 500 characters" }),
)

const maxNumber = 2 ** 31 - 1

/** The number of a season or an episode; season 0 holds the specials. */
export const EpisodeNumber = Count.check(
  Schema.isLessThanOrEqualTo(maxNumber, { message: "must be a number of a season or an episode" }),
)

/** A member of a value that may not be an object. */
export const member = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** An optional text. */
export const textOf = (value: unknown): string =>
  Predicate.isString(value) ? storableText(value, maxNameLength) : ""

/** Templates make texts of booleans: `"True"`. */
export const isTrue = (value: unknown): boolean => value === true || /^true$/i.test(textOf(value))

/** A year, or a date's year; 0 if there is none. */
export const yearOf = (value: unknown): number =>
  Number(/^([1-9]\d{3})(?:-|$)/.exec(Predicate.isNumber(value) ? String(value) : textOf(value))?.[1] ?? 0)

const numberOf = (value: unknown): number | undefined => {
  const number = Predicate.isNumber(value) ? value : Number(/^\d{1,10}$/.exec(textOf(value))?.[0])
  return Number.isInteger(number) && number > 0 && number <= maxNumber ? number : undefined
}

/** A number of seconds or ticks, which templates turn into text; 0 for anything else. */
export const amountOf = (value: unknown): number => {
  const amount = Predicate.isNumber(value) ? value : Number(/^\d{1,18}(\.\d{1,9})?$/.exec(textOf(value))?.[0])
  return Number.isFinite(amount) && amount > 0 ? amount : 0
}

/** The ids that each database gave; malformed ones are left out. */
export const idsOf = (of: (database: "imdb" | "tmdb" | "tvdb") => unknown): MediaIds => {
  const imdb = /^tt\d{5,12}$/.exec(textOf(of("imdb")))?.[0]
  const tmdb = numberOf(of("tmdb"))
  const tvdb = numberOf(of("tvdb"))
  return {
    ...(imdb === undefined ? {} : { imdb }),
    ...(tmdb === undefined ? {} : { tmdb }),
    ...(tvdb === undefined ? {} : { tvdb }),
  }
}

const isPast = (at: number, arrivedAt: EpochMillis) => Number.isInteger(at) && at > 0 && at <= arrivedAt

/** An instant in seconds since 1970, not after the arrival of its delivery. */
export const secondsOf = (value: unknown, arrivedAt: EpochMillis): EpochMillis | undefined => {
  const at = Number(numberOf(value)) * 1_000
  return isPast(at, arrivedAt) ? at : undefined
}

/** An instant in ISO 8601, not after the arrival, with an offset: without one it may be any place's time. */
export const pastInstantOf = (value: unknown, arrivedAt: EpochMillis): EpochMillis | undefined => {
  const text = textOf(value)
  const at = /T.+(Z|[+-]\d\d:\d\d)$/.test(text) ? instantOf(text) : undefined
  return at !== undefined && isPast(at, arrivedAt) ? at : undefined
}

/** A rating out of 10, as 0 to 5 in halves; 0, less or none means that it was removed. */
export const ratingOf = (value: unknown): number | undefined => {
  if (value === undefined || value === null) return 0
  const rating = Predicate.isNumber(value) ? value : Number(/^-?\d{1,3}(\.\d+)?$/.exec(textOf(value))?.[0])
  return rating <= 10 ? Math.max(0, Math.round(rating)) / 2 : undefined
}
