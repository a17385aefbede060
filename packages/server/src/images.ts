import { Images, type ImageStore } from "@daybook/images"
import { SharpProcessor, WebFetcher } from "@daybook/images-node"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Settings } from "./settings.ts"

/** The hosts of every address in the settings. They may be private, since the operator has named them. */
export const hostsIn = (groups: ReadonlyArray<object | undefined>): ReadonlyArray<string> =>
  groups
    .flatMap((values): ReadonlyArray<unknown> => Object.values(values ?? {}))
    .flatMap((value) => (value instanceof URL ? [value.host] : []))

/** Fetches images in the background. Platforms without sharp show only the stored ones. */
const fetched = (settings: Settings) =>
  Images.layer.pipe(
    Layer.provide(
      WebFetcher.layer({ configuredHosts: hostsIn([settings, ...Object.values(settings.services)]) }),
    ),
    Layer.provide(SharpProcessor.layer),
    Layer.catchTag("SharpMissing", ({ message }) =>
      Layer.unwrap(
        Effect.as(
          Effect.logWarning(`no images are fetched, since sharp cannot be loaded: ${message}`),
          Images.layerOfKept,
        ),
      ),
    ),
  )

/**
 * The images of items, fetched in the background for as long as the server runs. sharp and the HTTP client take a tenth
 * of a second to load, so they are loaded when the first image is missing, and no response waits for them.
 */
export const layer = (settings: Settings) =>
  Layer.effect(
    Images,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const services = yield* Effect.context<ImageStore | Scope.Scope>()
      const kept = Context.get(yield* Layer.build(Images.layerOfKept), Images)
      const loading = yield* Layer.build(fetched(settings)).pipe(
        Effect.map((built) => Context.get(built, Images)),
        Effect.provideContext(services),
        Effect.forkIn(scope),
        Effect.cached,
      )
      const loaded = Effect.flatMap(loading, Fiber.join)
      let images = kept

      const lookUp = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
        const found = yield* images.lookUp(urls)
        if (images !== kept || urls.every((url) => found.has(url))) return found
        yield* loaded.pipe(
          Effect.tap((all) => Effect.sync(() => (images = all))),
          Effect.flatMap((all) => all.lookUp(urls)),
          Effect.forkIn(scope),
        )
        return found
      })
      const process = (url: string) => Effect.flatMap(loaded, (all) => all.process(url))
      const add = (bytes: Uint8Array) => Effect.flatMap(loaded, (all) => all.add(bytes))
      return Images.of({ lookUp, content: kept.content, head: kept.head, process, add })
    }),
  )
