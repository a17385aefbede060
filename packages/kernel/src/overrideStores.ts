import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DataVersions } from "./dataVersions.ts"

type Versions = ReadonlyMap<string, number>

/** The total never decreases, and changes with either of the two. */
const summed = (some: Versions, others: Versions): Versions => {
  const sums = new Map(some)
  for (const [domain, version] of others) sums.set(domain, (sums.get(domain) ?? 0) + version)
  return sums
}

const together = (some: DataVersions["Service"], others: DataVersions["Service"]) =>
  DataVersions.of({
    current: Effect.zipWith(some.current, others.current, summed),
    asked: Effect.zipWith(some.asked, others.asked, summed),
    probe: Effect.andThen(some.probe, others.probe),
  })

/** The services of a storage, some replaced by the host's. */
const withOwn = <A>(services: Context.Context<A>, own: Context.Context<never>): Context.Context<A> => {
  const ports = new Map(services.mapUnsafe)
  for (const key of ports.keys()) {
    if (own.mapUnsafe.has(key)) ports.set(key, own.mapUnsafe.get(key))
  }
  const versions = [services, own].flatMap((context) => Context.getOrUndefined(context, DataVersions) ?? [])
  const [theirs, ours] = versions
  if (theirs !== undefined && ours !== undefined && services.mapUnsafe.has(DataVersions.key)) {
    ports.set(DataVersions.key, together(theirs, ours))
  }
  return Context.makeUnsafe(ports)
}

/** A storage, as a function that takes the stores of its host. */
export interface TakingOwn<A, E, R> {
  (): Layer.Layer<A, E, R>
  <OwnE, OwnR>(own: Layer.Layer<never, OwnE, OwnR>): Layer.Layer<A, E | OwnE, R | OwnR>
}

/**
 * Makes a storage a function: `layer()` is the storage, and `layer(mine)` is the same ports with those of `mine`
 * replacing the storage's. If both have `DataVersions`, the versions of both are reported as one.
 *
 * Storages are functions because `Layer.mergeAll` keeps the last layer of each service and silently drops the others:
 * a storage merged with a host's stores would replace them, or they its versions. A function in a merge does not
 * compile, and fails when it is built.
 */
export const withStoreOverrides = <A, E, R>(storage: Layer.Layer<A, E, R>): TakingOwn<A, E, R> =>
  Object.assign(
    (own?: Layer.Layer<never, unknown, unknown>) =>
      own === undefined
        ? storage
        : Layer.flatMap(own, (ownServices) =>
            Layer.flatMap(storage, (services) => Layer.succeedContext(withOwn(services, ownServices))),
          ),
    {
      // Effect calls this on a layer. Without it, a program without types gets an error that names a property of Effect.
      build: () =>
        Effect.die(
          new Error(
            "A storage is a function, not a layer: call it, or pass it a layer with your own stores, as in KernelSqlite.layer(mine). " +
              "Merging layers would drop one of two stores.",
          ),
        ),
    },
  ) as TakingOwn<A, E, R>
