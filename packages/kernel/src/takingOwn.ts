import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { DataVersions } from "./dataVersions.ts"

type Versions = ReadonlyMap<string, number>

/** A sum never goes back, and moves when either of the two does. */
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

/**
 * A storage with stores of one's own in it: what they give stands in place of what the storage gives. Where they have
 * `DataVersions` too, the versions of both are told as one.
 */
const withOwn = <A, E, R, Own, OwnE, OwnR>(
  storage: Layer.Layer<A, E, R>,
  own: Layer.Layer<Own, OwnE, OwnR>,
): Layer.Layer<A | Own, E | OwnE, R | OwnR> =>
  Layer.flatMap(own, (ownServices) =>
    Layer.flatMap(storage, (services) => {
      const merged = Context.merge(services, ownServices)
      const versions = Option.all([
        Context.getOption(services, DataVersions),
        Context.getOption(ownServices, DataVersions),
      ])
      return Layer.succeedContext(
        Option.match(versions, {
          onNone: () => merged,
          onSome: ([theirs, ours]) =>
            Context.merge(merged, Context.make(DataVersions, together(theirs, ours))),
        }),
      )
    }),
  )

/**
 * A storage as a function: `layer()` is the storage, and `layer(own)` the storage with stores of one's own in place of
 * its own. A merge of two layers keeps the last of each service and drops the others without a word, so a storage takes
 * the stores of its host this way.
 */
export const takingOwn = <A, E, R>(storage: Layer.Layer<A, E, R>) => {
  function layer(): Layer.Layer<A, E, R>
  function layer<Own, OwnE, OwnR>(own: Layer.Layer<Own, OwnE, OwnR>): Layer.Layer<A | Own, E | OwnE, R | OwnR>
  function layer(own?: Layer.Layer<unknown, unknown, unknown>) {
    return own === undefined ? storage : withOwn(storage, own)
  }
  return layer
}
