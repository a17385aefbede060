import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

type AnyLayer = Layer.Layer<never, unknown, unknown>

/**
 * Merges the stores of several domains and hosts. `Layer.mergeAll` keeps the last of two layers of one port and drops the other
 * silently: here that ends the start, with an error that names the port. A layer that several of these provide is one.
 */
export const mergeStores = <const Layers extends readonly [AnyLayer, ...ReadonlyArray<AnyLayer>]>(
  ...layers: Layers
): Layer.Layer<Layer.Success<Layers[number]>, Layer.Error<Layers[number]>, Layer.Services<Layers[number]>> =>
  Layer.suspend(() => {
    const known = new Map<string, unknown>()
    const noted = (layer: AnyLayer) =>
      Layer.flatMap(layer, (context) => {
        for (const [port, store] of context.mapUnsafe) {
          if (known.has(port) && known.get(port) !== store)
            return Layer.effectContext(
              Effect.die(
                new Error(
                  `Two stores implement ${port}, and one of them would be dropped. List one, or pass your own to the storage that has it: ` +
                    "SqliteStorage.layer(mine)",
                ),
              ),
            )
          known.set(port, store)
        }
        return Layer.succeedContext(context)
      })
    const [first, ...others] = layers
    return Layer.mergeAll(noted(first), ...others.map(noted))
  }) as never
