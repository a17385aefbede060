import * as Predicate from "effect/Predicate"

/** The value at a path of an object; undefined if there is none. */
export const valueAt = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((found, name) => (Predicate.hasProperty(found, name) ? found[name] : undefined), value)
