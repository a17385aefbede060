import { Images } from "@daybook/images"
import { SharpProcessor, WebFetcher } from "@daybook/images-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Settings } from "./settings.ts"

/** The hosts of every address in the settings. They may be private, since the operator has named them. */
const configuredHosts = (settings: Settings): ReadonlyArray<string> =>
  [settings, ...Object.values(settings.services)]
    .flatMap((values) => Object.values(values ?? {}))
    .flatMap((value) => (value instanceof URL ? [value.host] : []))

/** The images of items, fetched in the background for as long as the server runs. Platforms without sharp show none. */
export const layer = (settings: Settings) =>
  Images.layer.pipe(
    Layer.provide(WebFetcher.layer({ configuredHosts: configuredHosts(settings) })),
    Layer.provide(SharpProcessor.layer),
    Layer.catchTag("SharpMissing", ({ message }) =>
      Layer.unwrap(
        Effect.as(
          Effect.logWarning(`no pictures are fetched, since sharp cannot be loaded: ${message}`),
          Images.layerOfKept,
        ),
      ),
    ),
  )
