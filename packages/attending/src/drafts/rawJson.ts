import { storableName } from "@daybook/kernel"
import * as Predicate from "effect/Predicate"

// Reads untrusted JSON. Missing or malformed values become "", undefined or an empty list.

/** The text of a string or a number, else "". */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? storableName(value) : typeof value === "number" ? String(value) : ""

/** A member of an object; undefined if the value is not an object. */
export const member = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) && !Array.isArray(value) ? Reflect.get(value, name) : undefined

/** The values of a list; a single value counts as a list of one. */
export const listOf = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** A name, given as a text or as an object with a `name`. */
export const nameOf = (value: unknown): string => textOf(value) || textOf(member(value, "name"))
