import * as Effect from "effect/Effect"

/** A member of the present object, also for whoever took it from an earlier one. */
const memberOf = (present: () => object, name: PropertyKey): unknown => {
  const member = (): unknown => Reflect.get(present(), name)
  const now = member()
  if (Effect.isEffect(now)) return Effect.suspend(() => Reflect.get(present(), name))
  if (typeof now === "function")
    return (...given: ReadonlyArray<unknown>): unknown =>
      Reflect.apply(Reflect.get(present(), name), present(), given)
  if (typeof now === "object" && now !== null) return delegate(() => Reflect.get(present(), name))
  return now
}

/** An object that does whatever the present one does, in all of its parts. */
export const delegate = <A extends object>(present: () => A): A =>
  new Proxy(present(), { get: (_, name) => memberOf(present, name) })
