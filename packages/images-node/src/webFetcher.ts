import { ImageError, ImageFetcher } from "@daybook/images"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeGuardedFetch } from "./guardedFetch.ts"

/** Fetches images of at most 10 MiB over http and https, as `makeGuardedFetch` does. */
export const layer = (options: { readonly configuredHosts: ReadonlyArray<string> }) =>
  Layer.effect(
    ImageFetcher,
    Effect.map(
      makeGuardedFetch({
        ...options,
        accept: "image/avif,image/webp,image/jpeg,image/png,image/gif",
        maxBytes: 10 * 1024 * 1024,
      }),
      (fetch) =>
        ImageFetcher.of({
          fetch: Effect.fn("ImageFetcher.fetch")((url: string) =>
            Effect.mapBoth(fetch(url), {
              onFailure: ({ message }) => new ImageError({ message }),
              onSuccess: ({ bytes }) => bytes,
            }),
          ),
        }),
    ),
  )
