import { storableName } from "@daybook/kernel"
import * as Predicate from "effect/Predicate"

// What others have written, read without trust: whatever is not there, or not as it should be, is "" or nothing.

/** The text of a value. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? storableName(value) : typeof value === "number" ? String(value) : ""

/** A member of an object, undefined where the value is no object. */
export const member = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) && !Array.isArray(value) ? Reflect.get(value, name) : undefined

/** The values of a list; a single value may stand without its list. */
export const listOf = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** The name of something that stands as a text or as an object with a name. */
export const nameOf = (value: unknown): string => textOf(value) || textOf(member(value, "name"))
