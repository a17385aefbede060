import { ImageFetcher } from "@daybook/images"
import { WebFetcher } from "@daybook/images-node"
import * as Effect from "effect/Effect"

// Addresses come from third parties: one that leads into a private network is refused, unless you name its host.
export const program = Effect.gen(function* () {
  const { fetch } = yield* ImageFetcher
  const { message } = yield* Effect.flip(fetch("http://127.0.0.1/cover.jpg"))
  return message
}).pipe(Effect.provide(WebFetcher.layer({ configuredHosts: ["media.example"] })))
