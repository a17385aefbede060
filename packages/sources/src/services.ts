import { Setting, type Sources } from "@daybook/kernel"
import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A service by its settings, and its sources: none while it is not configured. */
export interface Service<Source, R> {
  readonly settings: Setting.Group
  readonly sources: Effect.Effect<ReadonlyArray<Source>, never, R>
}

/** A service with the config that its settings give, which `make` makes its source or sources of. */
export const service = <Config, Source, R>(
  settings: Setting.Group,
  config: Config | undefined,
  make: (config: Config) => Effect.Effect<Source | ReadonlyArray<Source>, never, R>,
): Service<Source, R> => ({
  settings,
  sources: config === undefined ? Effect.succeed([]) : Effect.map(make(config), Arr.ensure),
})

/** The configured ones of these services, as the sources of a domain. */
export const layerOf = <Id, Source, R>(
  port: Context.Key<Id, Sources<Source>>,
  ...services: ReadonlyArray<Service<NoInfer<Source>, R>>
): Layer.Layer<Id, never, R> =>
  Layer.effect(
    port,
    Effect.map(Effect.all(services.map(({ sources }) => sources)), (all) => ({
      configured: all.flat(),
      settings: Setting.neededInWords(...services.map(({ settings }) => settings)),
    })),
  )
